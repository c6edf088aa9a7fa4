import Values

/// One signed step of a log, such as a move, a join or a resignation.
public struct Ply: Hashable, Sendable {
    /// The position of a ply among its neighbours.
    public enum Place: Hashable, Sendable {
        /// Not an entry of a round: a ply of an ordinary turn, or a ply out of turn.
        case alone
        /// The first entry of a bracket: entries of a simultaneous round that follow one another.
        case beginsRound
        /// A further entry of the same bracket, of a higher seat.
        case continuesRound
    }

    /// The seat of the ply, from 1.
    public let seat: Int
    /// The action of the seat.
    public let action: Action
    /// Whether the ply is outside of rounds, and if not, whether it is the first entry of its
    /// bracket.
    public let place: Place
    /// The bets of spectators that a move carries. They count from this ply on. See ``BetBook``.
    public let bets: [Bet]
    /// The chain link of the ply. In a match with random draws, the first ply of each link run (see
    /// `LinkRuns`) has a chain link. The bytes of a log don't contain the link.
    public let link: Link?

    /// Creates a ply without checking it. ``Log`` rejects a ply that isn't valid in the log.
    public init(seat: Int, action: Action, place: Place = .alone, bets: [Bet] = [], link: Link? = nil) {
        self.seat = seat
        self.action = action
        self.place = place
        self.bets = bets
        self.link = link
    }

    /// Returns the ply with another place.
    func placed(_ place: Place) -> Ply { Ply(seat: seat, action: action, place: place, bets: bets, link: link) }

    /// Returns the ply with another action.
    package func acting(_ action: Action) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// Returns the ply with these bets.
    package func carrying(_ bets: [Bet]) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// Returns the ply with another chain link.
    package func opening(_ link: Link?) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// Returns whether `other` has the same seat, action and bets. The place may differ, because an
    /// entry can move within its round.
    func isSameDeed(as other: Ply) -> Bool {
        seat == other.seat && action == other.action && bets == other.bets
    }

    package var isInRound: Bool { place != .alone }

    /// Whether the ply claims that another seat is overdue.
    package var isClaim: Bool {
        if case .claim = action { true } else { false }
    }
}

extension Ply {
    /// The action of a ply.
    ///
    /// The table `Action.traits` has the protocol's properties of each kind. Four types read the
    /// content: `LegalPlyKinds` decides which plies may follow, ``Roster`` knows the person on each seat,
    /// ``Attendance`` knows the seats that have left, and ``RulesReplay`` passes the ply to the
    /// game.
    public enum Action: Hashable, Sendable {
        /// A move of the game.
        case move(LoggedMove)
        /// A sealed entry of a round. It is revealed after all seats have entered.
        case seal(Commitment)
        /// A move that stays sealed until another move requests its reveal, or until the match is
        /// over. Until then the rules know only that the seat has sealed a move.
        case hide(Commitment)
        /// The reveal of a seat's commitment in the preceding round.
        case open(LoggedMove, Salt)
        /// The reveal of all moves that the seat has sealed for longer than a round and not
        /// revealed, in the order of sealing. An earlier move requests it.
        case reveal([RevealedMove])
        /// A person takes the free seat of a match for two.
        case join(SeatedPlayer)
        /// The inviter assigns the free seats.
        case start([SeatedJoin])
        /// The seat reveals a chain link that a random draw waits for, and does nothing else.
        case witness
        /// The seat resigns.
        case resign
        /// The seat states that another seat hasn't moved in time. See ``Attendance``.
        case claim(against: Int)
        /// After the match is over, the seat agrees to all plies so far. Closings are the entries
        /// of one last round. A closing may disclose the moves that the seat had sealed.
        case close(Disclosure?)
    }

    /// The protocol's properties of a kind of ply, independent of its content.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Part of the game's turns. The ply ends the claims against its seat. By signing it, the
        /// seat builds on all earlier plies.
        package static let inTurn = Traits(rawValue: 1)
        /// A move of the game, sealed or not.
        package static let move = Traits(rawValue: 2)
        /// A reveal of sealed moves.
        package static let opening = Traits(rawValue: 4)
        /// A ply after the match is over.
        package static let closing = Traits(rawValue: 8)
        /// Allowed only as an entry of a round.
        package static let roundOnly = Traits(rawValue: 16)
        /// A link run can begin with this ply. The first ply of a link run has a chain link of its
        /// seat.
        package static let opensLink = Traits(rawValue: 32)
        /// An assignment of seats.
        package static let seating = Traits(rawValue: 64)
        /// A claim. Rounds, and the head in the context of a commitment, are determined as if the
        /// log had no such ply.
        package static let aside = Traits(rawValue: 128)
    }

    /// Whether the ply is part of the game's turns. A resignation, a claim and a closing aren't
    /// part of them.
    public var isInTurn: Bool { action.traits.contains(.inTurn) }

    /// Whether the ply is a move of the game, sealed or not. A join, a start, a resignation and a
    /// reveal aren't moves.
    public var isMove: Bool { action.traits.contains(.move) }

    /// Whether the ply reveals the move that its seat had sealed for a round.
    package var opensRoundSeal: Bool { if case .open = action { true } else { false } }

    /// Whether the ply reveals sealed moves.
    package var isOpening: Bool { action.traits.contains(.opening) }

    /// Whether the ply is a closing: its seat agrees to all plies, after the match is over.
    package var isClosing: Bool { action.traits.contains(.closing) }

    /// Whether rounds and commitments ignore the ply. True only for claims.
    package var isAside: Bool { action.traits.contains(.aside) }

    /// The revealed moves that were sealed for longer than a round; nil for any other ply.
    package var revealed: [RevealedMove]? {
        if case .reveal(let opened) = action { opened } else { nil }
    }

    /// Whether the ply is a sealed entry of a round.
    package var isSealed: Bool {
        if case .seal = action { true } else { false }
    }

    /// The commitment to a move that stays sealed for longer than a round; nil for any other ply.
    package var hidden: Commitment? {
        if case .hide(let commitment) = action { commitment } else { nil }
    }

    /// The commitment of a sealed move of either kind; nil for any other ply.
    package var commitment: Commitment? {
        if case .seal(let commitment) = action { commitment } else { hidden }
    }

    /// Whether the ply is a move that stays sealed for longer than a round.
    package var isHidden: Bool { hidden != nil }

    /// Whether the game asks for the ply: a move, sealed or not, or a reveal.
    package var isPlayed: Bool { isMove || isOpening }
}

extension Ply.Action {
    /// The properties of each kind.
    package var traits: Ply.Traits {
        switch self {
        case .move, .hide: [.inTurn, .move, .opensLink]
        case .seal: [.inTurn, .move, .opensLink, .roundOnly]
        case .open, .reveal: [.inTurn, .opening, .roundOnly]
        case .join, .start: [.inTurn, .seating, .opensLink]
        case .witness: [.inTurn, .opensLink]
        case .resign: []
        case .claim: [.aside]
        case .close: [.closing, .roundOnly]
        }
    }
}
