import Values

/// The rules of one match while its log is replayed: what the protocol needs of a game, and all it knows of one.
///
/// A conformer stands at some ply and moves on from there. It never sees who signed what.
public protocol RulesReplay {
    /// Whose turn it is.
    mutating func standing() throws(ReplayFailure) -> Standing

    /// Who has left and which claims stand, where it stands. Whoever replays keeps it: see ``note(_:)``.
    var attendance: Attendance { get set }

    /// A ply was played, or is nothing to the game: it stands behind it now.
    mutating func note(_ ply: Ply)

    /// A ply is about to be played: the link that it opens is known.
    mutating func reach(_ ply: Ply) throws(ReplayFailure)

    /// Whether the game seals a move of a seat, that it may play now, for longer than a round.
    mutating func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool

    /// Plays a move in turn. In a round the entries come in the order of their seats; the last one that is owed completes
    /// the round.
    mutating func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure)

    /// A seat enters a round with a move that nobody knows but its owner. Once all have entered, those who sealed theirs owe
    /// its opening.
    mutating func seal(seat: Int) throws(ReplayFailure)

    /// A seat makes a move that stays sealed until another move opens it, or until the match is over: the game goes on knowing only
    /// that. A device may know what it is.
    mutating func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure)

    /// A seat says, after the end, what all its moves were that had stayed sealed; they fit what it had sealed. Whether they were
    /// played honestly isn't asked: nothing becomes illegal by it.
    mutating func disclose(_ disclosure: Disclosure, seat: Int) throws(ReplayFailure)

    /// A seat opens all that it had sealed for longer than a round, since a move in front opens it: that counts once all have.
    /// It is refused where nothing is to be opened, and where what was sealed couldn't be played.
    mutating func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure)

    /// A seat opens what it had sealed: the move counts now. The last one that is owed completes the round.
    mutating func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure)

    /// A seat opens the link that draws wait for; its ply was reached. Refused where it owes none.
    mutating func witness(seat: Int) throws(ReplayFailure)

    /// A seat leaves. Entries of a round under way are void: the round starts anew without the seat.
    mutating func leave(seat: Int, why: Leaving) throws(ReplayFailure)

    /// The digest of the public state, at least 8 bytes. In the middle of a round it is that of the round's begin.
    mutating func standingDigest() throws(ReplayFailure) -> [UInt8]
}

extension RulesReplay {
    /// By default it goes on in ``attendance`` and does nothing else.
    public mutating func note(_ ply: Ply) { attendance.note(ply) }

    /// By default links are nothing to it.
    public mutating func reach(_ ply: Ply) throws(ReplayFailure) {}

    /// By default nothing is drawn, so that nobody owes a witness.
    public mutating func witness(seat: Int) throws(ReplayFailure) { throw .refused("nothing is to be witnessed here") }

    /// By default a game seals no move for longer than a round.
    public mutating func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool { false }

    /// By default a game has no moves that open others.
    public mutating func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure) {
        throw .refused("nothing is to be opened here")
    }

    /// Plays a ply of a log that was found legal before.
    public mutating func follow(_ ply: Ply) throws(ReplayFailure) {
        if ply.isClaim || !attendance.claims.isEmpty { attendance.settle(try standing()) }
        try play(ply)
        note(ply)
    }

    /// Tells the game what a ply is to it: a move, a seat that leaves, or nothing. Claims are settled before, and it is noted
    /// after that.
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

/// The games that a device has.
public protocol RulesProvider {
    /// Whether a game is here with the very script that a match names.
    func support(for game: GameID, script: ScriptDigest) -> RulesSupport

    /// The rules of a match, after plies that were replayed before.
    ///
    /// - Parameters:
    ///   - match: Its options come from anyone: they are validated here.
    ///   - plies: A log's first plies, legal and known; nothing needs to be checked again. They never end within a round: one
    ///     that may be under way is played again from its begin.
    /// - Throws: ``ReplayFailure/refused(_:)`` for options, a number of seats or a version that the game doesn't take.
    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay

    /// Runs all that one message takes within the time that the device has for one: its signatures, every replay, the union of
    /// a round. What the rules are asked beyond it they answer with ``ReplayFailure/failed(_:)``.
    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R
}

/// Can a device play what a message names?
public enum RulesSupport: Hashable, Sendable {
    /// It has this very script.
    case available
    /// It has no game of this name.
    case unknownGame
    /// The game is there, this script isn't.
    case otherVersion
}

/// Whose turn it is.
public struct Standing: Hashable, Sendable {
    /// The seats that owe a move; in a round, those that haven't entered.
    public var seats: [Int]
    /// Do several seats move at once?
    public var isRound: Bool
    /// Have some of a round's seats entered, and others not yet? The openings of what was sealed are a round of their own.
    public var isUnderWay: Bool
    /// Have all entered, and do some owe the openings of what they sealed?
    public var isOpening: Bool
    /// Do draws wait for the link of the seat that is to act? Then that is all it may do.
    public var isWitness: Bool
    /// Has the match an outcome?
    public var isOver: Bool

    /// What is left out is so in an ordinary turn: no round, and no outcome yet. Seats count from 1.
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

/// Why a replay can't go on.
public enum ReplayFailure: Error, Hashable, Sendable {
    /// The rules refuse it.
    case refused(String)
    /// The script failed, or met a limit of this device: nobody's fault.
    case failed(String)
}

extension ReplayFailure: CustomStringConvertible {
    /// What was refused, or how it failed.
    public var description: String {
        switch self {
        case .refused(let reason), .failed(let reason): reason
        }
    }
}
