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
        var fields = HashFields("parlor-sign-1")
        fields.append(heads[run?.range.lowerBound ?? 0].bytes)
        fields.append([UInt8(truncatingIfNeeded: seat), run?.kind == .round ? 1 : 0])
        fields.append([])
        if let run, let index {
            for place in run.range where place <= index && log.plies[place].seat == seat {
                fields.append(log.plies[place].bytes)
            }
        }
        return fields.bytes
    }
}
