import Values

/// The rules of one match while its log is replayed. The protocol uses only these functions of a
/// game.
///
/// A conformer has a position in the log and continues from that position. It never sees who signed
/// what.
public protocol RulesReplay {
    /// Returns the seats that owe a ply, and the phase of the match.
    mutating func standing() throws(ReplayFailure) -> ReplayPosition

    /// The seats that have left and the open claims, at the current ply. A conformer stores this
    /// value, and ``note(_:)`` updates it.
    var attendance: Attendance { get set }

    /// Continues after a ply that was played, or that doesn't concern the game.
    mutating func note(_ ply: Ply)

    /// Prepares for a ply that is about to be played. The ply has its chain link already.
    mutating func reach(_ ply: Ply) throws(ReplayFailure)

    /// Returns whether the game seals a move of a seat for longer than a round. The move is one
    /// that the seat may play now.
    mutating func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool

    /// Plays a move in turn. The entries of a round come in seat order. The last entry that a seat
    /// owes completes the round.
    mutating func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure)

    /// Enters a round with a move that only its seat knows. After all have entered, the seats with
    /// sealed moves owe their reveals.
    mutating func seal(seat: Int) throws(ReplayFailure)

    /// Makes a move that stays sealed until another move requests its reveal, or until the match is
    /// over. The game knows only that the seat has sealed a move. A device may know the move
    /// itself.
    mutating func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure)

    /// Discloses, after the match is over, all of a seat's moves that had stayed sealed. The moves
    /// fit their commitments. Even if the seat didn't play them honestly, no ply becomes illegal.
    mutating func disclose(_ disclosure: Disclosure, seat: Int) throws(ReplayFailure)

    /// Reveals all moves that a seat had sealed for longer than a round, because an earlier move
    /// requested their reveal. The moves count after all seats have revealed theirs. Throws `refused`
    /// if no reveal is due, or if a sealed move wasn't legal at the ply that sealed it.
    mutating func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure)

    /// Reveals the move that a seat had sealed in the round. The rules get the move now. The last
    /// reveal that a seat owes completes the round.
    mutating func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure)

    /// Uses the chain link of a witness ply, for which random draws wait. ``reach(_:)`` has
    /// recorded the link before. Throws `refused` if the seat owes no witness ply.
    mutating func witness(seat: Int) throws(ReplayFailure)

    /// Removes a seat. The entries of a round under way become void, and the round starts again
    /// without the seat.
    mutating func leave(seat: Int, why: LeaveReason) throws(ReplayFailure)

    /// Returns the digest of the public state, at least 8 bytes. During a round it is the digest at
    /// the start of the round.
    mutating func standingDigest() throws(ReplayFailure) -> [UInt8]
}

extension RulesReplay {
    /// Updates ``attendance`` and does nothing else.
    public mutating func note(_ ply: Ply) { attendance.note(ply) }

    /// Does nothing: by default a game doesn't use chain links.
    public mutating func reach(_ ply: Ply) throws(ReplayFailure) {}

    /// Throws `refused`: by default a game has no random draws, so no seat owes a witness ply.
    public mutating func witness(seat: Int) throws(ReplayFailure) { throw .refused("nothing is to be witnessed here") }

    /// Returns false: by default a game seals no move for longer than a round.
    public mutating func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool { false }

    /// Throws `refused`: by default a game has no moves that request reveals.
    public mutating func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure) {
        throw .refused("nothing is to be opened here")
    }

    /// Plays a ply of a log that was found legal before.
    public mutating func follow(_ ply: Ply) throws(ReplayFailure) {
        if ply.isClaim || !attendance.claims.isEmpty { attendance.settle(try standing()) }
        try play(ply)
        note(ply)
    }

    /// Passes a ply to the game, unless the ply doesn't concern the game, such as a join. Before
    /// the call, remove the claims that have ended, with `Attendance.settle`. After the call, pass
    /// the ply to ``note(_:)``.
    package mutating func play(_ ply: Ply) throws(ReplayFailure) {
        try reach(ply)
        switch ply.action {
        case .move(let move): try play(move, seat: ply.seat)
        case .seal: try seal(seat: ply.seat)
        case .open(let move, _): try open(move, seat: ply.seat)
        case .witness: try witness(seat: ply.seat)
        case .resign, .claim:
            if let leaver = attendance.leaver(with: ply) { try leave(seat: leaver.seat, why: leaver.why) }
        case .hide(let commitment): try hide(commitment, seat: ply.seat)
        case .reveal(let moves): try reveal(moves, seat: ply.seat)
        case .close(.some(let disclosure)): try disclose(disclosure, seat: ply.seat)
        case .join, .start, .close(nil): break
        }
    }
}

/// The games of a device.
public protocol RulesProvider {
    /// Returns whether the device has the game with exactly this script.
    func support(for game: GameID, script: ScriptDigest) -> RulesSupport

    /// Returns the rules of a match, after plies that were replayed before.
    ///
    /// - Parameters:
    ///   - match: The match. Its options come from anyone, so this function validates them.
    ///   - plies: The first plies of a log. They were found legal before and need no check. They
    ///     never end within a round, because a round that may be under way is played again from its
    ///     start.
    /// - Throws: ``ReplayFailure/refused(_:)`` for options, a number of seats or a version that the
    ///   game rejects.
    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay

    /// Runs all work for one message within the device's time limit: verifying signatures, replaying
    /// logs, and uniting the entries of a round. After the limit, calls of the rules throw
    /// ``ReplayFailure/failed(_:)``.
    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R
}

/// Whether a device can play the match of a message.
public enum RulesSupport: Hashable, Sendable {
    /// The device has exactly this script.
    case available
    /// The device has no game of this name.
    case unknownGame
    /// The device has the game, but not this script.
    case otherVersion
}

/// The seats that owe a ply, and the phase of the match.
public struct ReplayPosition: Hashable, Sendable {
    /// The seats that owe a ply; in a round, the seats that haven't entered.
    public var seats: [Int]
    /// Whether several seats move at once.
    public var isRound: Bool
    /// Whether some seats of a round have entered and others haven't. The reveals of sealed moves
    /// are a round of their own.
    public var isUnderWay: Bool
    /// Whether all seats have entered, and some owe the reveals of their sealed moves.
    public var isOpening: Bool
    /// Whether random draws wait for the chain link of the seat that is to act. That seat may do
    /// nothing else.
    public var isWitness: Bool
    /// Whether the match has an outcome.
    public var isOver: Bool

    /// Creates a standing. The defaults describe an ordinary turn: no round, and no outcome yet.
    /// Seats count from 1.
    public init(
        seats: [Int], isRound: Bool = false, isUnderWay: Bool = false, isOpening: Bool = false,
        isWitness: Bool = false, isOver: Bool = false
    ) {
        self.seats = seats
        self.isRound = isRound
        self.isUnderWay = isUnderWay
        self.isOpening = isOpening
        self.isWitness = isWitness
        self.isOver = isOver
    }
}

/// The reason that a replay can't continue.
public enum ReplayFailure: Error, Hashable, Sendable {
    /// The rules reject the match or a ply.
    case refused(String)
    /// The script failed or exceeded a limit of this device. No seat is at fault.
    case failed(String)
}

extension ReplayFailure: CustomStringConvertible {
    /// The reason alone.
    public var description: String {
        switch self {
        case .refused(let reason), .failed(let reason): reason
        }
    }
}
