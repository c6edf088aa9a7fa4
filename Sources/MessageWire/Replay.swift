/// Plays a log by the rules of its game, and by those of the protocol: turns, rounds, what may follow an outcome.
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
    /// Seats that still owe an entry of the round under way.
    private var owed: Set<Int> = []
    private var gone: Set<Int> = []
    private var closed: Set<Int> = []
    private var book: BetBook

    /// - Parameter known: How many of the first plies were replayed before.
    init(_ signedLog: SignedLog, known: Int, library: some RulesLibrary) throws(Stop) {
        match = signedLog.match
        log = signedLog.log
        book = BetBook(match.setup)
        index = log.startOfRun(around: known)
        do {
            rules = try library.replay(of: match, after: log.plies[..<index])
        } catch {
            throw Self.stop(error, ply: 0, seat: match.setup.inviterSeat)
        }
        for ply in log.plies[..<index] { note(ply) }
    }

    /// Plays the rest of the log.
    ///
    /// - Returns: the digest of the public state at its end.
    mutating func run() throws(Stop) -> [UInt8] {
        while index < log.plies.count {
            let ply = log.plies[index]
            do {
                try play(ply)
            } catch {
                throw Self.stop(error, ply: index + 1, seat: ply.seat)
            }
            note(ply)
            index += 1
        }
        do {
            return try rules.publicStateDigest()
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whose turn it is where it stands.
    mutating func standing() throws(Stop) -> Standing {
        do {
            return try rules.standing()
        } catch {
            throw .failed("\(error)")
        }
    }

    private static func stop(_ failure: ReplayFailure, ply: Int, seat: Int) -> Stop {
        switch failure {
        case .refused(let reason): .illegal(ply: ply, seat: seat, reason: reason)
        case .failed(let reason): .failed(reason)
        }
    }

    private mutating func note(_ ply: Ply) {
        book.note(ply)
        switch ply.action {
        case .resign: gone.insert(ply.seat)
        case .claim(let against): gone.insert(against)
        case .close: closed.insert(ply.seat)
        case .move, .typed, .join, .start: break
        }
    }

    private mutating func play(_ ply: Ply) throws(ReplayFailure) {
        let standing = try rules.standing()
        if case .close = ply.action {
            guard standing.isOver else { throw .refused("the match isn't over") }
            guard !closed.contains(ply.seat) else { throw .refused("the seat has closed the match already") }
            return
        }
        guard !standing.isOver else { throw .refused("the match is over") }
        if let refusal = book.refusal(of: ply) { throw .refused(refusal.description) }
        switch ply.action {
        case .move(let index): try play(.index(index), ply, standing)
        case .typed(let name, let argument): try play(.typed(name: name, argument: argument), ply, standing)
        case .resign: try leave(ply.seat, .resigned)
        case .claim(let against):
            guard !gone.contains(ply.seat) else { throw .refused("the seat has left") }
            guard standing.seats.contains(against) else { throw .refused("seat \(against) owes no move") }
            try leave(against, .claimed(by: ply.seat))
        case .join, .start, .close: break
        }
    }

    private mutating func play(_ move: ReplayedMove, _ ply: Ply, _ standing: Standing) throws(ReplayFailure) {
        switch ply.place {
        case .alone:
            guard !standing.isRound else { throw .refused("this is a round, in which all move at once") }
        case .beginsRound:
            guard standing.isRound else { throw .refused("this isn't a round") }
            guard owed.isEmpty else { throw .refused("the round before isn't complete") }
            owed = Set(standing.seats)
        case .continuesRound:
            guard owed.contains(ply.seat) else { throw .refused("it isn't the seat's turn") }
        }
        guard standing.seats.contains(ply.seat) else { throw .refused("it isn't the seat's turn") }
        try rules.play(move, seat: ply.seat)
        owed.remove(ply.seat)
    }

    private mutating func leave(_ seat: Int, _ why: Leaving) throws(ReplayFailure) {
        guard !gone.contains(seat) else { throw .refused("the seat has left already") }
        try rules.leave(seat: seat, why: why)
        owed = []
    }
}

extension Log {
    /// Where a replay can stand before the ply at `index`: a round just before it may be under way, so it is replayed from
    /// its begin.
    func startOfRun(around index: Int) -> Int {
        var start = min(index, plies.count)
        guard start > 0, plies[start - 1].isInRound else { return start }
        repeat { start -= 1 } while start > 0 && plies[start].place != .beginsRound
        return start
    }
}
