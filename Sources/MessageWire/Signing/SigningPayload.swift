/// What a seat signs: the head before its run, and its plies of that run.
///
/// The fields "parlor-sign-1", the head before the run, the seat and whether the run is a round in one byte each, the
/// link (none yet), then each ply. In a round the other seats' entries are left out: a seat agrees to its own, whenever
/// the others arrive.
enum SigningPayload {
    /// - Parameters:
    ///   - heads: those of the log, one more than it has plies.
    ///   - index: the index of the seat's last ply; nil for the inviter who has made none.
    static func bytes(of log: Log, heads: [Head], seat: Int, upTo index: Int?) -> [UInt8] {
        let run = index.flatMap { index in log.runs.first { $0.range.contains(index) } }
        return bytes(SignedWord(of: seat, in: run, of: log, heads: heads, upTo: index))
    }

    private static func bytes(_ word: SignedWord) -> [UInt8] {
        var fields = HashFields("parlor-sign-1")
        fields.append(word.head.bytes)
        fields.append([UInt8(truncatingIfNeeded: word.seat), word.isRound ? 1 : 0])
        fields.append([])
        for ply in word.plies { fields.append(ply) }
        return fields.bytes
    }
}
