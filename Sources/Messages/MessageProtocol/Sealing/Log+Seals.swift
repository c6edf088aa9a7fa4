import Values

extension Log {
    /// The revealed moves of the log, by the index of the sealed move.
    ///
    /// A reveal of a round belongs to the last entry that its seat sealed before the reveal. Any
    /// other reveal belongs to all earlier moves that its seat had sealed for longer than a round and
    /// not revealed.
    var openedMoves: [Int: RevealedMove] {
        var (sealed, hidden, result): ([Int: Int], [Int: [Int]], [Int: RevealedMove]) = ([:], [:], [:])
        for (index, ply) in plies.enumerated() {
            switch ply.action {
            case .seal: sealed[ply.seat] = index
            case .hide: hidden[ply.seat, default: []].append(index)
            case .open(let move, let salt):
                if let seal = sealed.removeValue(forKey: ply.seat) { result[seal] = RevealedMove(move, salt) }
            case .reveal(let opened):
                for (hide, move) in zip(hidden.removeValue(forKey: ply.seat) ?? [], opened) { result[hide] = move }
            default: break
            }
        }
        return result
    }

    /// The moves in order. If a sealed move is revealed later, the result has the revealed move in
    /// the place of the sealed one. Otherwise the sealed move stays as it is.
    package var moves: [Ply] {
        let opened = openedMoves
        return plies.enumerated().filter { $1.isMove }.map { index, ply in
            opened[index].map { ply.acting(.move($0.move)) } ?? ply
        }
    }

    /// Returns the index where the bracket of the entry at an index begins.
    func bracket(around index: Int) -> Int {
        var begin = index
        while begin > 0, plies[begin].place == .continuesRound { begin -= 1 }
        return begin
    }

    /// Returns the indices where the round of a sealed move may begin; for a move outside of
    /// rounds, the move's own index.
    func possibleBegins(ofSealAt index: Int) -> [Int] {
        plies[index].isInRound ? possibleBegins(ofRoundAt: index) : [index]
    }

    /// Returns the indices where the round of an entry may begin, as far as the log shows. The first
    /// of them is the start of the entry's own bracket. If only claims stand between that bracket and
    /// an earlier bracket of other seats, the round may also begin there, and so on. Only the rules
    /// know at which of these indices the round begins.
    func possibleBegins(ofRoundAt index: Int) -> [Int] {
        var begins = [bracket(around: index)]
        var entered = Set(plies[begins[0]...index].map(\.seat))
        while var place = begins.last, place > 0, plies[place - 1].isAside {
            while place > 0, plies[place - 1].isAside { place -= 1 }
            guard place > 0, plies[place - 1].isInRound, plies[place - 1].isMove else { break }
            let begin = bracket(around: place - 1)
            let seats = plies[begin..<place].map(\.seat)
            guard entered.isDisjoint(with: seats) else { break }
            entered.formUnion(seats)
            begins.append(begin)
        }
        return begins
    }
}

/// The sealed moves that a log writes without their commitments. A reader computes such a
/// commitment from the reveal of the move.
struct ShortSeals {
    /// For each of these sealed moves, the number of plies between the start of its round and its
    /// bracket. The keys are the indices of the moves.
    private(set) var distances: [Int: Int] = [:]

    /// Creates the short form of no sealed moves.
    init() {}

    /// Finds the sealed moves that a log can write without their commitments.
    ///
    /// - Parameter first: The head before the log's first ply.
    init(of log: Log, in match: MatchID, first: Head) {
        let opened = log.openedMoves
        guard !opened.isEmpty else { return }
        var chain = HeadsWithoutClaims(first)
        for (seal, move) in opened.sorted(by: { $0.key < $1.key }) {
            guard let commitment = log.plies[seal].commitment else { continue }
            let begins = log.possibleBegins(ofSealAt: seal)
            for begin in begins {
                let place = CommitmentContext(ofSealAt: seal, begin, log.plies, match, &chain)
                guard move.fits(commitment, at: place) else { continue }
                distances[seal] = begins[0] - begin
                break
            }
        }
    }

    /// Returns the plies with the commitments that a log left out.
    ///
    /// - Parameters:
    ///   - distances: The distances that were read.
    ///   - plies: The plies, with arbitrary commitments where the log left them out.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a sealed move that the log doesn't
    ///   reveal, or for a distance to a place where no bracket begins.
    static func fill(
        _ distances: [Int: Int], in plies: [Ply], seats: Int, of match: MatchID, first: Head
    ) throws(WireError) -> [Ply] {
        let log = Log(checkedSeats: seats, plies: plies)
        let opened = log.openedMoves
        var filled = plies
        var chain = HeadsWithoutClaims(first)
        for (seal, distance) in distances.sorted(by: { $0.key < $1.key }) {
            let bracket = filled[seal].isInRound ? log.bracket(around: seal) : seal
            let begin = bracket - distance
            guard let move = opened[seal], begin >= 0, begin == seal || filled[begin].place == .beginsRound else {
                throw .malformed(
                    part: "log", problem: "ply \(seal + 1): expected a sealed move that is opened behind it")
            }
            let place = CommitmentContext(ofSealAt: seal, begin, filled, match, &chain)
            let commitment = Commitment(to: move.move, salt: move.salt, at: place)
            filled[seal] = filled[seal].acting(filled[seal].isHidden ? .hide(commitment) : .seal(commitment))
        }
        return filled
    }
}

extension CommitmentContext {
    /// - Parameters:
    ///   - begin: The index where the round of the sealed move begins; for a move outside of
    ///     rounds, the move's own index.
    ///   - plies: A log whose plies before `begin` are final.
    fileprivate init(
        ofSealAt index: Int, _ begin: Int, _ plies: [Ply], _ match: MatchID, _ chain: inout HeadsWithoutClaims
    ) {
        self.init(
            of: plies[index].seat, behind: plies[..<begin], head: chain.head(at: begin, of: plies), match: match)
    }
}

/// The heads of a log without its claims, computed on demand.
struct HeadsWithoutClaims {
    private var heads: [Head]

    init(_ first: Head) { heads = [first] }

    /// Returns the head before the ply at an index. All plies before it must be final.
    mutating func head(at index: Int, of plies: [Ply]) -> Head {
        while heads.count <= index {
            let (ply, last) = (plies[heads.count - 1], heads[heads.count - 1])
            heads.append(ply.isAside ? last : Head(after: last, ply))
        }
        return heads[index]
    }
}
