import GameRules
import LuaRuntime
import MessageWire

// Undo: what is signed stays.
extension CorrespondenceMatch {
    /// Goes back to a ply, or forward to one that was undone; once something is signed, a ply within a round counts as the
    /// round's begin. What was signed stays: others may have it.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply before the end of the signed log, or one that was never reached.
    public func go(to ply: Int) throws(GameError) {
        guard let signedLog, ply >= 0 else { return try match.go(to: ply) }
        guard ply >= settled else {
            let signed = settled + enteredSeats.count
            throw .request(
                "Ply \(ply) can't be gone back to: "
                    + (signed == 1
                        ? "the first ply is signed for good." : "the first \(signed) plies are signed for good."))
        }
        try match.go(to: ply)
        let begun = try match.status.ply
        if begun < ply { try match.go(to: begun) }
        guard begun == settled, !enteredSeats.isEmpty else { return }
        let rules: MatchRules
        do { rules = try self.rules(at: signedLog) } catch { throw .request("\(error)") }
        for entry in signedLog.log.plies[rules.beginOfRound(in: signedLog)...] {
            switch entry.action {
            case .move(let move), .open(let move, _): try match.play(move, seat: entry.seat)
            default: break
            }
        }
        // what was sealed is signed, too, and known here alone
        if signsAtOnce {
            _ = try enterLostEntriesAgain(rules, signedLog)
        } else {
            enterSentAgain(rules, signedLog) { rules.sealed.seats.contains($0) }
        }
    }
}
