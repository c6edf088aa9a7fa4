import MessageProtocol
import Values

/// The moves of a log that are sealed for longer than a round and not revealed, and the chain links
/// from which their draws are computed.
struct HiddenMoves {
    struct Hidden {
        /// The ply's number in the log, from 1.
        var number: Int
        let seat: Int
        /// The first link that another seat revealed after the move. For an entry of a round, this is
        /// the first link after the round. An earlier link won't do, because the seat that enters
        /// last has seen the links of the other entries.
        var link: Link?
        /// Whether the move is in a round that isn't complete.
        var isInRound: Bool
    }

    private(set) var all: [Hidden] = []

    /// Adds a sealed move of a seat.
    ///
    /// - Parameter link: The link from which the move's draws are computed, if the link is known at
    ///   once.
    mutating func add(_ number: Int, of seat: Int, inRound isInRound: Bool, link: Link?) {
        all.append(Hidden(number: number, seat: seat, link: link, isInRound: isInRound))
    }

    /// Records a ply that is reached, with its chain link.
    mutating func reach(_ ply: Ply, isRoundUnderWay: Bool) {
        if !isRoundUnderWay { for index in all.indices { all[index].isInRound = false } }
        guard let link = ply.link else { return }
        for index in all.indices where all[index].seat != ply.seat && all[index].link == nil && !all[index].isInRound {
            all[index].link = link
        }
    }

    /// Updates the numbers from the log at the position of the rules. The number of a round's entry
    /// changes when another entry is inserted before it.
    mutating func renumber(by plies: [Ply]) {
        for seat in seats {
            let own = all.indices.filter { all[$0].seat == seat }
            let numbers = plies.indices.filter { plies[$0].seat == seat && plies[$0].hidden != nil }.suffix(own.count)
            guard numbers.count == own.count else { continue }
            for (index, number) in zip(own, numbers) { all[index].number = number + 1 }
        }
    }

    /// Removes the moves of a seat that has revealed them.
    mutating func removeAll(of seat: Int) { all.removeAll { $0.seat == seat } }

    /// Returns the moves of a seat, in order.
    func of(_ seat: Int) -> [Hidden] { all.filter { $0.seat == seat } }

    /// The seats that have sealed moves.
    var seats: Set<Int> { Set(all.map(\.seat)) }
}

/// The wait of a move that requests reveals, until all seats have made their reveals.
struct OpeningWait {
    /// The seats that owe a reveal.
    var seats: Set<Int>
    /// How many seats have made their reveal.
    var opened = 0
    /// Whether the draws of the move are known when it is played.
    var isDrawKnown: Bool
}

/// A move that its owner seals for longer than a round: the ply for everybody, and its reveal.
struct HiddenForm {
    /// The ply that everybody can read.
    let action: Ply.Action
    /// The reveal, which the owner keeps.
    let opened: RevealedMove

    init(of move: LoggedMove, key: SeatKey, at place: CommitmentContext) {
        let sealing = CommitmentKey(of: key)
        action = sealing.hide(move, at: place)
        opened = RevealedMove(move, sealing.salt(of: move, at: place))
    }
}
