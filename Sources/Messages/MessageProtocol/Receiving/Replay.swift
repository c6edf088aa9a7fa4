/// A replay of a log by the rules of its game and of the protocol: turns, rounds, claims, and the
/// plies after an outcome.
struct Replay {
    enum Stop: Error, Hashable {
        /// A ply isn't legal. Plies count from 1; 0 is the setup.
        case illegal(ply: Int, seat: Int, reason: String)
        case failed(String)
        /// A reveal or a disclosure doesn't fit the seat's commitments.
        case forged(Forgery)
    }

    private let signedLog: SignedLog
    private var log: Log { signedLog.log }
    private var rules: any RulesReplay
    /// The index of the next ply.
    private var index: Int
    private var book: BetBook
    /// The facts about the log that the replay has found so far.
    private(set) var course: ReplayTrace

    /// - Parameter known: The number of the first plies that were replayed before.
    init(_ signedLog: SignedLog, known: Int, library: some RulesProvider) throws(Stop) {
        self.signedLog = signedLog
        let (match, log) = (signedLog.match, signedLog.log)
        book = BetBook(match.setup)
        index = log.startOfRound(around: known)
        do {
            rules = try library.replay(of: match, after: log.plies[..<index])
        } catch {
            throw Self.stop(error, ply: 0, seat: match.setup.inviterSeat)
        }
        course = ReplayTrace(from: index, gone: rules.attendance.gone)
        for ply in log.plies[..<index] { book.note(ply) }
    }

    /// Plays the rest of the log.
    ///
    /// - Returns: The digest of the public state at the end of the log.
    mutating func run() throws(Stop) -> [UInt8] {
        while index < log.plies.count {
            let ply = log.plies[index]
            do {
                let standing = try look()
                if let leaver = rules.attendance.leaver(with: ply) { course.leave(leaver.seat, at: index) }
                try check(ply, standing)
            } catch {
                throw Self.stop(error, ply: index + 1, seat: ply.seat)
            }
            if ply.isOpening, let forgery = forgedOpening(at: index) { throw .forged(forgery) }
            if case .close(.some(let disclosure)) = ply.action,
                disclosure.opened(of: ply.seat, in: log.plies[..<index], of: signedLog.match) == nil
            {
                throw .forged(.opening(ply: index + 1, seat: ply.seat))
            }
            do {
                try checkSealing(ply)
                try rules.play(ply)
            } catch {
                throw Self.stop(error, ply: index + 1, seat: ply.seat)
            }
            rules.note(ply)
            book.note(ply)
            index += 1
        }
        do {
            _ = try look()
            return try rules.standingDigest()
        } catch {
            throw .failed(error.description)
        }
    }

    /// Rejects an open move or a reveal of a round if the game seals that move for longer than a
    /// round.
    private mutating func checkSealing(_ ply: Ply) throws(ReplayFailure) {
        switch ply.action {
        case .move(let move), .open(let move, _):
            if try rules.seals(move, seat: ply.seat) {
                throw .refused("the game seals this move for longer than a round")
            }
        default: break
        }
    }

    /// Returns a forgery unless the revealed moves fit their commitments. The reveal of a round
    /// commitment must fit a commitment of the current round, and the rules decide where that round
    /// began.
    private func forgedOpening(at index: Int) -> Forgery? {
        let ply = log.plies[index]
        if let revealed = ply.revealed {
            let fits = log.prefix(index).fits(revealed, of: ply.seat, in: signedLog.match)
            return fits ? nil : .opening(ply: index + 1, seat: ply.seat)
        }
        guard case .open(let move, let salt) = ply.action,
            let seal = log.plies[..<index].lastIndex(where: { $0.seat == ply.seat && $0.isSealed }),
            case .seal(let commitment) = log.plies[seal].action, seal >= course.start
        else { return .opening(ply: index + 1, seat: ply.seat) }
        var begin = seal
        while begin > course.start, course.isUnderWay(at: begin) { begin -= 1 }
        let place = CommitmentContext(of: ply.seat, inRoundAt: begin, of: signedLog)
        let fits = Commitment(to: move, salt: salt, at: place) == commitment
        return fits ? nil : .opening(ply: index + 1, seat: ply.seat)
    }

    /// Returns the standing before the next ply, and records it.
    private mutating func look() throws(ReplayFailure) -> ReplayPosition {
        let standing = try rules.standing()
        rules.attendance.settle(standing)
        course.reach(standing)
        return standing
    }

    /// Returns the standing before the next ply.
    mutating func standing() throws(Stop) -> ReplayPosition {
        do {
            return try rules.standing()
        } catch {
            throw .failed(error.description)
        }
    }

    /// The seats that have left and the open claims, before the next ply.
    var attendance: Attendance { rules.attendance }

    private static func stop(_ failure: ReplayFailure, ply: Int, seat: Int) -> Stop {
        switch failure {
        case .refused(let reason): .illegal(ply: ply, seat: seat, reason: reason)
        case .failed(let reason): .failed(reason)
        }
    }

    /// Checks a ply against the protocol, before the rules play it.
    private func check(_ ply: Ply, _ standing: ReplayPosition) throws(ReplayFailure) {
        let stage = LegalPlyKinds(standing, rules.attendance, behind: index > 0 ? log.plies[index - 1] : nil)
        if let refusal = stage.refusal(of: ply) ?? book.refusal(of: ply)?.description { throw .refused(refusal) }
    }
}

extension Log {
    /// Returns a place at or before `index` where a replay can start.
    ///
    /// If a round may be under way at `index`, the place is the start of the round. The place is
    /// further back in two cases: only claims stand between this round and the preceding one, or the
    /// entries of this round reveal moves that were sealed in an earlier round.
    package func startOfRound(around index: Int) -> Int {
        var start = min(index, plies.count)
        while true {
            var place = start
            while place > 0, plies[place - 1].isAside { place -= 1 }
            guard place > 0, plies[place - 1].isInRound else { return start }
            let isFirst = start == min(index, plies.count)
            let opens = plies.indices.contains(start) && plies[start].isOpening
            guard isFirst || place < start || opens else { return start }
            repeat { place -= 1 } while place > 0 && plies[place].place != .beginsRound
            start = place
        }
    }
}
