/// Plays a log by the rules of its game, and by those of the protocol: turns, rounds, claims, what may follow an outcome.
struct Replay {
    enum Stop: Error, Hashable {
        /// A ply that isn't legal; plies count from 1, 0 is the setup.
        case illegal(ply: Int, seat: Int, reason: String)
        case failed(String)
    }

    private let match: MatchIdentity
    private let log: Log
    private var rules: any RulesReplay
    /// Where it stands: the index of the next ply.
    private var index: Int
    private var book: BetBook
    /// What it found on its way.
    private(set) var course: Course

    /// - Parameter known: How many of the first plies were replayed before.
    init(_ signedLog: SignedLog, known: Int, library: some RulesLibrary) throws(Stop) {
        match = signedLog.match
        log = signedLog.log
        book = BetBook(match.setup)
        index = log.startOfRound(around: known)
        do {
            rules = try library.replay(of: match, after: log.plies[..<index])
        } catch {
            throw Self.stop(error, ply: 0, seat: match.setup.inviterSeat)
        }
        course = Course(from: index, gone: rules.attendance.gone)
        for ply in log.plies[..<index] { book.note(ply) }
    }

    /// Plays the rest of the log.
    ///
    /// - Returns: the digest of the public state at its end.
    mutating func run() throws(Stop) -> [UInt8] {
        while index < log.plies.count {
            let ply = log.plies[index]
            do {
                let standing = try look()
                if let leaver = rules.attendance.leaver(with: ply) { course.leave(leaver.seat, at: index) }
                try play(ply, standing)
            } catch {
                throw Self.stop(error, ply: index + 1, seat: ply.seat)
            }
            rules.note(ply)
            book.note(ply)
            index += 1
        }
        do {
            _ = try look()
            return try rules.publicStateDigest()
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whose turn it is at the place that was reached.
    private mutating func look() throws(ReplayFailure) -> Standing {
        let standing = try rules.standing()
        rules.attendance.settle(standing)
        course.reach(isUnderWay: standing.isUnderWay)
        return standing
    }

    /// Whose turn it is where it stands.
    mutating func standing() throws(Stop) -> Standing {
        do {
            return try rules.standing()
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Who has left and which claims stand, where it stands.
    var attendance: Attendance { rules.attendance }

    private static func stop(_ failure: ReplayFailure, ply: Int, seat: Int) -> Stop {
        switch failure {
        case .refused(let reason): .illegal(ply: ply, seat: seat, reason: reason)
        case .failed(let reason): .failed(reason)
        }
    }

    private mutating func play(_ ply: Ply, _ standing: Standing) throws(ReplayFailure) {
        if case .close = ply.action { return try checkClosing(ply, standing) }
        guard !standing.isOver else { throw .refused("the match is over") }
        if let refusal = book.refusal(of: ply) { throw .refused(refusal.description) }
        switch ply.action {
        case .move(let index): try play(.index(index), ply, standing)
        case .typed(let name, let argument): try play(.typed(name: name, argument: argument), ply, standing)
        case .claim(let against):
            let claim = Attendance.Claim(by: ply.seat, against: against)
            if let refusal = rules.attendance.refusal(of: claim, standing) { throw .refused(refusal) }
        case .resign:
            guard !rules.attendance.gone.contains(ply.seat) else { throw .refused("the seat has left already") }
        case .join, .start, .close: break
        }
        if let leaver = rules.attendance.leaver(with: ply) { try rules.leave(seat: leaver.seat, why: leaver.why) }
    }

    private func checkClosing(_ ply: Ply, _ standing: Standing) throws(ReplayFailure) {
        guard standing.isOver else { throw .refused("the match isn't over") }
        let closed = rules.attendance.closed
        guard !closed.contains(ply.seat) else { throw .refused("the seat has closed the match already") }
        guard ply.place == .continuesRound || closed.isEmpty else {
            throw .refused("all who close a match do so in one round")
        }
    }

    private mutating func play(_ move: ReplayedMove, _ ply: Ply, _ standing: Standing) throws(ReplayFailure) {
        switch ply.place {
        case .alone:
            guard !standing.isRound else { throw .refused("this is a round, in which all move at once") }
        case .beginsRound:
            guard standing.isRound else { throw .refused("this isn't a round") }
            // behind a claim, entries go into a further bracket
            guard !standing.isUnderWay || log.plies[index - 1].isClaim else {
                throw .refused("the round before isn't complete")
            }
        case .continuesRound:
            guard standing.isUnderWay else { throw .refused("the round before is complete") }
        }
        guard standing.seats.contains(ply.seat) else { throw .refused("it isn't the seat's turn") }
        try rules.play(move, seat: ply.seat)
    }
}

extension Log {
    /// Where a replay can stand before the ply at `index`: a round may be under way there, so it is replayed from its begin,
    /// or from further back where claims stand between rounds.
    func startOfRound(around index: Int) -> Int {
        var start = min(index, plies.count)
        while true {
            var place = start
            while place > 0, plies[place - 1].isClaim { place -= 1 }
            guard place > 0, plies[place - 1].isInRound else { return start }
            let isFirst = start == min(index, plies.count)
            guard isFirst || place < start else { return start }
            repeat { place -= 1 } while place > 0 && plies[place].place != .beginsRound
            start = place
        }
    }
}
