import Values

extension Log {
    /// What the log opens of its sealed moves, by their indices: of those that are sealed for a round each opening opens the seat's
    /// last one in front of it, of others all in front that aren't open yet.
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

    /// What was moved, in order: sealed moves as they were opened, in their own places; those that weren't as they are.
    package var moves: [Ply] {
        let opened = openedMoves
        return plies.enumerated().filter { $1.isMove }.map { index, ply in
            opened[index].map { ply.acting(.move($0.move)) } ?? ply
        }
    }

    /// Where the bracket begins that holds the entry at an index.
    func bracket(around index: Int) -> Int {
        var begin = index
        while begin > 0, plies[begin].place == .continuesRound { begin -= 1 }
        return begin
    }

    /// Where a sealed move's place can be: its own where it stands alone, else where its round can begin.
    func possibleBegins(ofSealAt index: Int) -> [Int] {
        plies[index].isInRound ? possibleBegins(ofRoundAt: index) : [index]
    }

    /// Where the round of an entry can begin as far as a log tells: with its bracket, or further back behind claims, with one
    /// that other seats entered. The rules know which it is.
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

/// How the sealed moves of a log are written: those that it opens needn't hold their commitment, which follows from the
/// opening.
struct ShortSeals {
    /// The index of a sealed move → how many plies before its bracket its round begins.
    private(set) var distances: [Int: Int] = [:]

    /// None.
    init() {}

    /// Those of a log that is to be written.
    ///
    /// - Parameter first: The head before its first ply.
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

    /// Puts the commitments in their places that were left out of a log.
    ///
    /// - Parameters:
    ///   - distances: As they were read.
    ///   - plies: With anything in the places of those commitments.
    /// - Throws: ``WireError/malformed(part:problem:)`` for one that the log doesn't open, or a place where no round begins.
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
    ///   - begin: Where the seal's round begins; for one that stands alone, its own place.
    ///   - plies: A log, of which all in front is as it stays.
    fileprivate init(
        ofSealAt index: Int, _ begin: Int, _ plies: [Ply], _ match: MatchID, _ chain: inout HeadsWithoutClaims
    ) {
        self.init(
            of: plies[index].seat, behind: plies[..<begin], head: chain.head(at: begin, of: plies), match: match)
    }
}

/// The heads of a log as if no seat had claimed anything, worked out as far as they are asked for.
struct HeadsWithoutClaims {
    private var heads: [Head]

    init(_ first: Head) { heads = [first] }

    /// The one before the ply at an index. All plies in front of it are as they stay.
    mutating func head(at index: Int, of plies: [Ply]) -> Head {
        while heads.count <= index {
            let (ply, last) = (plies[heads.count - 1], heads[heads.count - 1])
            heads.append(ply.isAside ? last : Head(after: last, ply))
        }
        return heads[index]
    }
}
