import GameRules
import LuaRuntime
import MessageProtocol
import Values

// Playing on this host. In some matches, moves are signed at once. One reason is random draws,
// because the draws of a move depend on its chain link. The other reason is moves that request
// reveals, because they depend on moves that others have sealed. In all other matches, moves are
// signed with the next message, and can be undone until then.
extension CorrespondenceMatch {
    /// Whether moves that are played here are signed at once.
    var signsAtOnce: Bool {
        session?.signedLog.match.isChained == true || session != nil && !match.script.opening.isEmpty
    }

    /// Plays a move by its text; see ``Match/play(_:seat:)-(String,_)``.
    ///
    /// - Throws: ``SessionError``. In that case the match is unchanged.
    package func play(_ text: String, seat: Int) throws(SessionError) {
        if signsAtOnce { return try playAtOnce(.text(text), seat: seat) }
        try saying(SessionError.game) { () throws(GameError) in _ = try match.playGoingOn(text, seat: seat) }
    }

    /// Plays a move by its name and argument.
    package func play(name: String, argument: Value, seat: Int) throws(SessionError) {
        if signsAtOnce { return try playAtOnce(.named(name, argument: argument), seat: seat) }
        try saying(SessionError.game) { () throws(GameError) in
            _ = try match.playGoingOn(name: name, argument: argument, seat: seat)
        }
    }

    private func playAtOnce(_ move: ToldMove, seat: Int) throws(SessionError) {
        guard var session else { return }
        try LuaThread.run { () throws(SessionError) in
            let log = session.signedLog
            let end = try rules.rules(at: log, of: session)
            if let owed = end.owedWitness {
                throw .request(.drawWaits(for: owed, onHost: true))
            }
            if let owed = end.opening?.seats.min() {
                throw .request(.openingWaits(for: owed))
            }
            guard log.roster.isComplete else {
                throw .request(.moveBeforeJoining)
            }
            _ = try session.play(move, seat: seat, as: .empty, using: rules)
            try send(&session)
        }
    }

    /// Counts the draft as sent, and moves the match to the end of the draft's log.
    func send(_ session: inout MatchSession) throws(SessionError) {
        _ = session.send(now: .zero, using: rules)
        _ = try session.witnessAll(using: rules)
        let end = try rules.rules(at: session.signedLog, of: session)
        stand(at: end)
        self.session = session
    }

    /// Resigns a seat.
    package func resign(seat: Int) throws(SessionError) {
        guard signsAtOnce, var session else {
            return try saying(SessionError.game) { () throws(GameError) in
                _ = try match.leave(seat: seat, why: .resigned)
            }
        }
        _ = try session.sign([LogEntry(seat: seat, choice: .leave(.resigned))], from: seat, using: rules)
        try send(&session)
    }

    /// Throws if moves are signed at once. Random moves are only for a host's own match.
    package func checkMayPlayRandomly() throws(SessionError) {
        guard signsAtOnce else { return }
        throw .request(.drawsTogether)
    }

    /// Throws if a seat's resignation was lost to a ply that crossed it. Such a seat signs nothing
    /// except the resignation. Call this function before a seat plays, so that nothing is played that
    /// could never be sent.
    ///
    /// - Throws: ``SessionError`` that says what the seat can do.
    package func checkStandsByResignation(_ seat: Int) throws(SessionError) {
        guard session?.sent.resigned.contains(seat) == true, (try? match.status)?.gone.contains(seat) != true else {
            return
        }
        throw .request(.mustResignAgain(seat))
    }

    // MARK: Claims

    /// Claims that a seat hasn't moved in time. In a match by messages the claim is signed with the
    /// next message, and the other seat answers by moving. In a match that only this host knows, this
    /// host's clock decides, and the other seat leaves at once.
    ///
    /// - Throws: ``SessionError`` for a claim that isn't legal now.
    public func claim(by seat: Int, against other: Int) throws(SessionError) {
        let status = try saying(SessionError.game) { () throws(GameError) in try match.status }
        guard (1...match.seats).contains(seat), (1...match.seats).contains(other), seat != other else {
            throw .request(.claimsAgainstItself(of: match.seats))
        }
        guard status.outcome == nil else { throw .request(.matchIsOver) }
        guard !status.gone.contains(seat) else { throw .request(.gone(seat)) }
        try checkStandsByResignation(seat)
        guard session == nil || !status.turn.contains(seat) else {
            throw .request(.owesMove(seat))
        }
        guard status.turn.contains(other) else { throw .request(.owesNoMove(other)) }
        guard let session else {
            return try saying(SessionError.game) { () throws(GameError) in try match.leave(seat: other, why: .timeout) }
        }
        guard session.signedLog.roster[other] != nil || match.lastEntry(of: other) != nil else {
            throw .request(.freeSeat(other))
        }
        let claim = Attendance.Claim(by: seat, against: other)
        guard !attendance.claims.contains(claim) else {
            throw .request(.claimed(by: seat, against: other))
        }
        pendingClaims.append((claim, plies(of: other)))
    }

    /// The award of an open claim: the match reads as won on time until the other seat moves. Nil if
    /// there is no award.
    public var award: ProvisionalWin? {
        guard let status = try? match.status else { return nil }
        return attendance.award(
            seats: match.seats,
            ReplayPosition(seats: status.turn, isRound: status.isRound, isOver: status.outcome != nil))
    }

    private func plies(of seat: Int) -> Int { match.log.count { $0.seat == seat } }

    /// Returns whether a seat has left, even if the game learns of it only after a draw.
    private func hasLeft(_ seat: Int) -> Bool {
        signed.attendance.gone.contains(seat) || unsigned.contains { $0.seat == seat && $0.leaving != nil }
    }

    /// The claims that aren't signed and that the claimed seat hasn't answered here.
    var standingClaims: [Attendance.Claim] {
        guard let status = try? match.status else { return [] }
        return pendingClaims.filter { claim, plies in
            status.turn.contains(claim.against) && self.plies(of: claim.against) == plies && !hasLeft(claim.by)
        }.map(\.claim)
    }

    /// The attendance at the position of the match here.
    private var attendance: Attendance {
        var now = signed.attendance
        for entry in unsigned {
            // a seat that left is gone, whatever the reason
            now.note(Ply(seat: entry.seat, action: Ply.Action(entry.choice) ?? .resign))
        }
        for claim in standingClaims { now.note(Ply(seat: claim.by, action: .claim(against: claim.against))) }
        if let turn = (try? match.status)?.turn { now.settle(ReplayPosition(seats: turn)) }
        return now
    }

    // MARK: Undo

    /// Goes back to a ply, or forward to a ply that was undone. In a match with messages, a ply
    /// within a round means the start of the round. Signed plies can't be undone, because others
    /// may have them.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply before the end of the signed log, or for a ply
    ///   that was never reached.
    public func go(to ply: Int) throws(GameError) {
        guard let session, ply >= 0 else { return try match.go(to: ply) }
        guard ply >= signed.entries else {
            let count = signed.entries + signed.enteredSeats.count
            throw .request(.signedPly(ply, signed: count))
        }
        try match.go(to: ply)
        let begun = try match.status.ply
        if begun < ply { try match.go(to: begun) }
        guard begun == signed.entries, !signed.enteredSeats.isEmpty else { return }
        let log = session.signedLog
        let end: MatchRules
        do { end = try rules.rules(at: log, of: session) } catch { throw .request("\(error)") }
        for entry in log.log.plies[end.beginOfRound(in: log)...] {
            switch entry.action {
            case .move(let move), .open(let move, _): try match.play(move, seat: entry.seat)
            default: break
            }
        }
        // sealed entries are also signed, and known only here
        if signsAtOnce {
            _ = try enterLostEntriesAgain()
        } else {
            enterRoundAgain(end) { end.position.sealed.seats.contains($0) }
        }
    }
}
