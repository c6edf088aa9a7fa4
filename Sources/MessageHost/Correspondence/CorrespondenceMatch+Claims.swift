import GameRules
import LuaRuntime
import MessageWire

// Claims: won on time as long as the other seat doesn't move.
extension CorrespondenceMatch {
    /// A seat claims that another one hasn't moved in time. A match that messages tell goes on: the claim is signed with the
    /// next message, and the other seat answers by moving. A match that only this host knows has one clock: the seat leaves.
    ///
    /// - Throws: ``TableError`` in words for a claim that isn't legal now.
    public func claim(by seat: Int, against other: Int) throws(TableError) {
        let status: MatchStatus
        do {
            status = try match.status
        } catch {
            throw .game(error)
        }
        guard (1...match.seats).contains(seat), (1...match.seats).contains(other), seat != other else {
            throw .request("A seat claims against another one: seats are 1 to \(match.seats).")
        }
        guard status.outcome == nil else { throw .request("The match is over.") }
        guard !status.gone.contains(seat) else { throw .request("Seat \(seat) has left.") }
        try checkStandsByResignation(seat)
        guard !isTold || !status.turn.contains(seat) else {
            throw .request("Seat \(seat) owes a move itself: it has to make that before it claims.")
        }
        guard status.turn.contains(other) else { throw .request("Seat \(other) owes no move.") }
        guard isTold, let signedLog else {
            do {
                try match.leave(seat: other, why: .timeout)
            } catch {
                throw .game(error)
            }
            return
        }
        guard signedLog.roster[other] != nil || match.lastEntry(of: other) != nil else {
            throw .request("Nobody has taken seat \(other) yet, so there is nobody to claim against.")
        }
        let claim = Attendance.Claim(by: seat, against: other)
        guard !attendanceNow.claims.contains(claim) else {
            throw .request("Seat \(seat) has claimed against seat \(other) already.")
        }
        pendingClaims.append((claim, plies(of: other)))
    }

    /// How the match reads by a claim that stands: won on time, unless the other seat moves.
    public var award: Award? {
        guard let status = try? match.status else { return nil }
        return attendanceNow.award(
            seats: match.seats, Standing(seats: status.turn, isRound: status.isRound, isOver: status.outcome != nil))
    }

    func plies(of seat: Int) -> Int { match.log.count { $0.seat == seat } }

    /// Claims that aren't signed and that the claimed seat hasn't answered here.
    var standingClaims: [Attendance.Claim] {
        let turn = (try? match.status)?.turn ?? []
        return pendingClaims.filter { turn.contains($0.claim.against) && plies(of: $0.claim.against) == $0.plies }
            .map(\.claim)
    }

    /// Who is there where the match stands here.
    var attendanceNow: Attendance {
        var now = attendance
        for entry in unsigned {
            // whatever it left for, it is gone
            now.note(Ply(seat: entry.seat, action: Ply.Action(entry.choice) ?? .resign))
        }
        for claim in standingClaims { now.note(Ply(seat: claim.by, action: .claim(against: claim.against))) }
        if let turn = (try? match.status)?.turn { now.settle(Standing(seats: turn)) }
        return now
    }
}
