/// What a seat signs: the head before its run, and its plies of that run.
///
/// The fields "parlor-sign-1", the head before the run, the seat and whether the run is a round in one byte each, the
/// link that the run opens (empty where it opens none), then each ply. In a round the other seats' entries are left out: a seat agrees to its own, whenever
/// the others arrive.
enum SigningPayload {
    /// - Parameters:
    ///   - heads: those of the log, one more than it has plies.
    ///   - index: the index of the seat's last ply; nil for the inviter who has made none.
    static func bytes(of log: Log, heads: [Head], seat: Int, upTo index: Int?) -> [UInt8] {
        let run = index.flatMap { index in log.runs.first { $0.range.contains(index) } }
        let first = run.flatMap { run in log.plies[run.range].first { $0.seat == seat } }
        return bytes(SignedWord(of: seat, in: run, of: log, heads: heads, upTo: index), first?.link)
    }

    private static func bytes(_ word: SignedWord, _ link: Link?) -> [UInt8] {
        var fields = HashFields("parlor-sign-1")
        fields.append(word.head.bytes)
        fields.append([UInt8(truncatingIfNeeded: word.seat), word.isRound ? 1 : 0])
        fields.append(link?.bytes ?? [])
        for ply in word.plies { fields.append(ply) }
        return fields.bytes
    }
}
