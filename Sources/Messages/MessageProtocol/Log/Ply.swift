import Values

/// One thing that a seat did and that changes a match: a move, a join, a resignation.
public struct Ply: Hashable, Sendable {
    /// Where a ply stands among its neighbours.
    public enum Place: Hashable, Sendable {
        /// On its own: an ordinary turn, or out of turn.
        case alone
        /// The first entry of a simultaneous round.
        case beginsRound
        /// A further entry of the same round, of a higher seat.
        case continuesRound
    }

    /// From 1.
    public let seat: Int
    /// What the seat did.
    public let action: Action
    /// Whether it stands alone, or is an entry of a round.
    public let place: Place
    /// Bets of spectators that a move carries: they count from here on. See ``BetBook``.
    public let bets: [Bet]
    /// The link that it opens: the first ply of a seat's run has one in a match that draws. A log's bytes don't hold it.
    public let link: Link?

    /// A ply that nothing is checked of: a ``Log`` refuses one that can't stand in it.
    public init(seat: Int, action: Action, place: Place = .alone, bets: [Bet] = [], link: Link? = nil) {
        self.seat = seat
        self.action = action
        self.place = place
        self.bets = bets
        self.link = link
    }

    /// The same ply elsewhere among its neighbours.
    func placed(_ place: Place) -> Ply { Ply(seat: seat, action: action, place: place, bets: bets, link: link) }

    /// Another deed in its place.
    package func acting(_ action: Action) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// The same move with these bets.
    package func carrying(_ bets: [Bet]) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// The same ply with the link that it opens.
    package func opening(_ link: Link?) -> Ply {
        Ply(seat: seat, action: action, place: place, bets: bets, link: link)
    }

    /// Did the seat do the same there? An entry of a round may have moved among the others.
    func isSameDeed(as other: Ply) -> Bool {
        seat == other.seat && action == other.action && bets == other.bets
    }

    package var isInRound: Bool { place != .alone }

    /// Does it say that another seat is overdue?
    package var isClaim: Bool {
        if case .claim = action { true } else { false }
    }
}

extension Ply {
    /// What a seat can do. What a kind is to the protocol stands in one table, `Action.traits`; what it says is read by `Stage` (what may
    /// follow where), ``Roster`` (who sits where), ``Attendance`` (who has left) and ``RulesReplay`` (what the game does).
    public enum Action: Hashable, Sendable {
        /// A move of the game.
        case move(LoggedMove)
        /// An entry of a round that nobody can read yet: it is opened once all have entered.
        case seal(Commitment)
        /// A move that stays sealed until another move opens it, or until the match is over. The game goes on knowing only that it
        /// was made.
        case hide(Commitment)
        /// What a seat had sealed in the round in front.
        case open(LoggedMove, Salt)
        /// All that a seat had sealed for longer than a round and not opened yet, in the order in which it was sealed: a move that was
        /// played in front opens it.
        case reveal([RevealedMove])
        /// Someone takes the open seat of a match for two.
        case join(SeatEntry)
        /// The inviter says who sits where.
        case start([SeatedJoin])
        /// The seat opens a link that a draw waits for, and does nothing else.
        case witness
        /// The seat gives up.
        case resign
        /// Another seat hasn't moved in time. See ``Attendance``.
        case claim(against: Int)
        /// The seat agrees to everything so far, after the end: an entry of one last round. It may say what the seat had sealed.
        case close(Disclosure?)
    }

    /// What a kind of ply is to the protocol, whatever it says.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Part of the game's turns: it can begin a run that counts, and answers a claim against its seat.
        package static let inTurn = Traits(rawValue: 1)
        /// A move of the game, sealed or not.
        package static let move = Traits(rawValue: 2)
        /// It opens what was sealed.
        package static let opening = Traits(rawValue: 4)
        /// It stands behind the end.
        package static let closing = Traits(rawValue: 8)
        /// Nothing but an entry of a round.
        package static let roundOnly = Traits(rawValue: 16)
        /// A run that begins with it opens a link of its seat's chain.
        package static let opensLink = Traits(rawValue: 32)
        /// It says who sits where.
        package static let seating = Traits(rawValue: 64)
        /// It stands beside the turns: rounds, seals and what they hang on are reckoned as if it weren't there.
        package static let aside = Traits(rawValue: 128)
    }

    /// Is it part of the game's turns? A resignation, a claim and a closing are not: they begin no run that counts.
    public var isInTurn: Bool { action.traits.contains(.inTurn) }

    /// A move of the game, sealed or not, as opposed to a change of who plays and to the opening of what was sealed.
    public var isMove: Bool { action.traits.contains(.move) }

    /// Whether it opens what its seat had sealed for a round.
    package var opensRoundSeal: Bool { if case .open = action { true } else { false } }

    /// Does it open sealed moves?
    package var isOpening: Bool { action.traits.contains(.opening) }

    /// Does the seat agree to everything, after the end?
    package var isClosing: Bool { action.traits.contains(.closing) }

    /// Does it stand beside the turns, as a claim does?
    package var isAside: Bool { action.traits.contains(.aside) }

    /// What it opens of what was sealed for longer than a round; nil for any other ply.
    package var revealed: [RevealedMove]? {
        if case .reveal(let opened) = action { opened } else { nil }
    }

    /// Is it an entry of a round that nobody can read yet?
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

    /// Is it a move that stays sealed for longer than a round?
    package var isHidden: Bool { hidden != nil }

    /// Is it part of what a game asks for: a move, sealed or not, or an opening?
    package var isPlayed: Bool { isMove || isOpening }
}

extension Ply.Action {
    /// What the kinds are to the protocol, a row for each.
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
