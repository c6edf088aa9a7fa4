/// Where a seat seals a move: what ties a commitment to one match, one seat and one point of it.
///
/// Claims count for nothing here, nor does the bracket in which an entry stands: whoever enters a round anew, behind a claim
/// or after a fork, seals with the same bytes as before.
package struct SealPlace: Hashable, Sendable {
    package let match: MatchID
    /// The head before the round, hashed on by every ply but claims.
    package let head: Head
    /// How many plies the seat had made before the round, without claims.
    package let count: Int
    /// From 1.
    package let seat: Int

    /// - Parameter begin: The index in the log at which the round begins; of a seal that stands alone, its own.
    package init(of seat: Int, inRoundAt begin: Int, of log: SignedLog) {
        self.init(
            of: seat, behind: log.log.plies[..<begin], head: log.headWithoutClaims(at: begin), match: log.match.id)
    }

    /// The same in a log with further plies that aren't signed yet.
    package init(of seat: Int, inRoundAt begin: Int, of log: SignedLog, behind further: [Ply]) {
        let new = further.prefix(max(0, begin - log.log.plies.count))
        let known = min(begin, log.log.plies.count)
        let head = new.filter { !$0.isAside }.reduce(log.headWithoutClaims(at: known)) { Head(after: $0, $1) }
        self.init(of: seat, behind: (log.log.plies[..<known] + new)[...], head: head, match: log.match.id)
    }

    init(of seat: Int, behind plies: ArraySlice<Ply>, head: Head, match: MatchID) {
        self.match = match
        self.head = head
        self.seat = seat
        count = plies.count { $0.seat == seat && !$0.isAside }
    }

    /// The highest byte first.
    var countBytes: [UInt8] { [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] }
}

extension SignedLog {
    /// The head before the ply at an index, as if no seat had claimed anything.
    func headWithoutClaims(at index: Int) -> Head {
        guard let claim = log.plies[..<index].firstIndex(where: \.isAside) else { return heads[index] }
        return log.plies[claim..<index].filter { !$0.isAside }.reduce(heads[claim]) { Head(after: $0, $1) }
    }
}
