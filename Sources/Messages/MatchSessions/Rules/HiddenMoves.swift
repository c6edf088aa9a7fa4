import MessageProtocol
import Values

/// The moves of a log that are sealed for longer than a round and not opened yet, and what those draw by that do.
struct HiddenMoves {
    struct Hidden {
        /// The ply's number in the log, from 1.
        var number: Int
        let seat: Int
        /// The first link that another seat opened behind it; behind the round, where it is an entry of one: whoever enters last has
        /// seen the links of the others.
        var link: Link?
        /// Is it of a round that isn't complete?
        var isInRound: Bool
    }

    private(set) var all: [Hidden] = []

    /// A seat seals a move.
    ///
    /// - Parameter link: What it draws by, where that is known at once.
    mutating func add(_ number: Int, of seat: Int, inRound isInRound: Bool, link: Link?) {
        all.append(Hidden(number: number, seat: seat, link: link, isInRound: isInRound))
    }

    /// A ply is reached, with the link that it opens.
    mutating func reach(_ ply: Ply, isRoundUnderWay: Bool) {
        if !isRoundUnderWay { for index in all.indices { all[index].isInRound = false } }
        guard let link = ply.link else { return }
        for index in all.indices where all[index].seat != ply.seat && all[index].link == nil && !all[index].isInRound {
            all[index].link = link
        }
    }

    /// Takes the numbers from the log where the rules stand: an entry of a round moves when another one goes in front of it.
    mutating func renumber(by plies: [Ply]) {
        for seat in seats {
            let own = all.indices.filter { all[$0].seat == seat }
            let numbers = plies.indices.filter { plies[$0].seat == seat && plies[$0].hidden != nil }.suffix(own.count)
            guard numbers.count == own.count else { continue }
            for (index, number) in zip(own, numbers) { all[index].number = number + 1 }
        }
    }

    /// A seat has opened all that it had sealed.
    mutating func removeAll(of seat: Int) { all.removeAll { $0.seat == seat } }

    /// Those of a seat, in their order.
    func of(_ seat: Int) -> [Hidden] { all.filter { $0.seat == seat } }

    /// Seats that have sealed something.
    var seats: Set<Int> { Set(all.map(\.seat)) }
}

/// A move that opens what was sealed waits until all have opened it.
struct OpeningWait {
    /// Seats that haven't.
    var seats: Set<Int>
    /// How many have.
    var opened = 0
    /// Is what the move draws known once it is played?
    var isDrawKnown: Bool
}

/// A move that is sealed for longer than a round, by its owner: what others get, and what opens it.
struct HiddenForm {
    /// The ply that all can read.
    let action: Ply.Action
    /// What its owner keeps.
    let opened: RevealedMove

    init(of move: LoggedMove, key: SeatKey, at place: CommitmentContext) {
        let sealing = CommitmentKey(of: key)
        action = sealing.hide(move, at: place)
        opened = RevealedMove(move, sealing.salt(of: move, at: place))
    }
}
