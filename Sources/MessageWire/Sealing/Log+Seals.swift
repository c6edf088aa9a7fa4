import Values

extension Log {
    /// For each opening the sealed move that it opens, by their indices: the seat's last one in front of it.
    var sealsOfOpenings: [Int: Int] {
        var (sealed, result): ([Int: Int], [Int: Int]) = ([:], [:])
        for (index, ply) in plies.enumerated() {
            switch ply.action {
            case .seal: sealed[ply.seat] = index
            case .open: result[index] = sealed.removeValue(forKey: ply.seat)
            default: break
            }
        }
        return result
    }

    /// What was moved, in order: sealed moves as they were opened, in their own places; those that weren't as they are.
    package var moves: [Ply] {
        let openings = Dictionary(sealsOfOpenings.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return plies.enumerated().filter { $1.isMove }.map { index, ply in
            guard let opening = openings[index], case .open(let move, _) = plies[opening].action else { return ply }
            return ply.acting(.move(move))
        }
    }

    /// Where the bracket begins that holds the entry at an index.
    func bracket(around index: Int) -> Int {
        var begin = index
        while begin > 0, plies[begin].place == .continuesRound { begin -= 1 }
        return begin
    }

    /// Where the round of an entry can begin as far as a log tells: with its bracket, or further back behind claims, with one
    /// that other seats entered. The rules know which it is.
    func possibleBegins(ofRoundAt index: Int) -> [Int] {
        var begins = [bracket(around: index)]
        var entered = Set(plies[begins[0]...index].map(\.seat))
        while var place = begins.last, place > 0, plies[place - 1].isClaim {
            while place > 0, plies[place - 1].isClaim { place -= 1 }
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
        let pairs = log.sealsOfOpenings
        guard !pairs.isEmpty else { return }
        var chain = HeadsWithoutClaims(first)
        for (opening, seal) in pairs.sorted(by: { $0.value < $1.value }) {
            guard case .seal(let commitment) = log.plies[seal].action else { continue }
            let bracket = log.bracket(around: seal)
            for begin in log.possibleBegins(ofRoundAt: seal)
            where Self.commitment(by: opening, begin, log.plies, match, &chain) == commitment {
                distances[seal] = bracket - begin
                break
            }
        }
    }

    /// What an opening says that was sealed in the round that begins at a place.
    private static func commitment(
        by opening: Int, _ begin: Int, _ plies: [Ply], _ match: MatchID, _ chain: inout HeadsWithoutClaims
    ) -> Commitment? {
        guard case .open(let move, let salt) = plies[opening].action else { return nil }
        let place = SealPlace(
            of: plies[opening].seat, behind: plies[..<begin], head: chain.head(at: begin, of: plies), match: match)
        return Commitment(to: move, salt: salt, at: place)
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
        let openings = Dictionary(log.sealsOfOpenings.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var filled = plies
        var chain = HeadsWithoutClaims(first)
        for (seal, distance) in distances.sorted(by: { $0.key < $1.key }) {
            let begin = log.bracket(around: seal) - distance
            guard let opening = openings[seal], begin >= 0, filled[begin].place == .beginsRound,
                let commitment = commitment(by: opening, begin, filled, match, &chain)
            else {
                throw .malformed(
                    part: "log", problem: "ply \(seal + 1): expected a sealed move that is opened behind it")
            }
            filled[seal] = filled[seal].acting(.seal(commitment))
        }
        return filled
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
            heads.append(ply.isClaim ? last : Head(after: last, ply))
        }
        return heads[index]
    }
}
