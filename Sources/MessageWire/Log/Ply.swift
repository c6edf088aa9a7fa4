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
    /// What a seat can do. What it means for a match is said here and in `Stage` (what may follow where), ``Roster`` (who sits
    /// where), `LinkRuns` (which open links), ``Attendance`` (who has left), ``BetBook`` (what bets hear of it) and
    /// ``RulesReplay`` (what the game does): each switches over every case.
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
        case reveal([OpenedMove])
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

    /// Is it part of the game's turns? A resignation, a claim and a closing are not: they begin no run that counts.
    public var isInTurn: Bool {
        switch action {
        case .move, .seal, .hide, .open, .reveal, .join, .start, .witness: true
        case .resign, .claim, .close: false
        }
    }

    /// A move of the game, sealed or not, as opposed to a change of who plays and to the opening of what was sealed.
    public var isMove: Bool {
        switch action {
        case .move, .seal, .hide: true
        case .open, .reveal, .join, .start, .witness, .resign, .claim, .close: false
        }
    }

    /// Can it be nothing but an entry of a round?
    var standsInRoundsOnly: Bool {
        switch action {
        case .seal, .open, .reveal, .close: true
        case .move, .hide, .join, .start, .witness, .resign, .claim: false
        }
    }

    /// Does it open sealed moves?
    package var isOpening: Bool {
        switch action {
        case .open, .reveal: true
        case .move, .seal, .hide, .join, .start, .witness, .resign, .claim, .close: false
        }
    }

    /// What it opens of what was sealed for longer than a round; nil for any other ply.
    package var revealed: [OpenedMove]? {
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

    /// Does the seat agree to everything, after the end?
    package var isClosing: Bool {
        if case .close = action { true } else { false }
    }

    /// Is it part of what a game asks for: a move, sealed or not, or an opening?
    package var isPlayed: Bool { isMove || isOpening }
}
