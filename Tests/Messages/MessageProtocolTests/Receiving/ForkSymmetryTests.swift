import Testing
import Values

@testable import MessageProtocol

/// Two devices with any two logs of one match make the same decision.
@Suite struct ForkSymmetryTests {
    @Test(arguments: UInt64(0)..<6)
    func bothSidesDecideAlike(_ seed: UInt64) throws {
        var logs = RandomFork(seed: seed)
        let all = try (0..<10).map { _ in try logs.log() }
        var seen: Set<String> = []
        for left in all {
            for right in all {
                guard let here = try Fork.decision(left, right), let there = try Fork.decision(right, left) else {
                    continue
                }
                let pair = (here, there)
                #expect(Self.agree(pair.0, pair.1), "seed \(seed): \(pair) for \(left.log.plies), \(right.log.plies)")
                seen.insert("\(pair.0)".prefix { $0 != "(" }.description)
            }
        }
        #expect(!seen.isEmpty, "seed \(seed)")
    }

    private static func agree(_ here: Fork.Decision, _ there: Fork.Decision) -> Bool {
        switch (here, there) {
        case (.keep(.undecided), .keep(.undecided)): true
        // if a seat has two entries in one round, each side keeps its own until the next answer
        case (.keep(.undecided), .unite), (.unite, .keep(.undecided)): true
        case (.keep(.undecided), .take(.moreEntries)), (.take(.moreEntries), .keep(.undecided)): true
        case (.keep(let left), .take(let right)), (.take(let left), .keep(let right)): left == right
        case (.nothingNew, .take), (.take, .nothingNew): true
        // if one seat made two different claims, each side takes the other side's log, because
        // claims change nothing
        case (.take(.lowerSeat), .take(.lowerSeat)): true
        case (.disputed(let left), .disputed(let right)): left == right
        case (.unite(let left), .unite(let right)):
            left.head == right.head || left.log.plies.map(\.seat) == right.log.plies.map(\.seat)
        default: false
        }
    }
}

/// Legal logs of one match of three that fork anywhere.
private struct RandomFork {
    private var random: SplitMix64
    private let start: TestMatch?
    /// The logs to continue from.
    private var pool: [SignedLog] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        start = try? TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
    }

    mutating func log() throws -> SignedLog {
        let start = try #require(start)
        var log = pool.randomElement(using: &random) ?? start.log
        for _ in 0..<40 {
            let seat = Int.random(in: 1...3, using: &random)
            let key = start.keys[seat - 1]
            let move = Ply.Action.move(.index(Int.random(in: 1...2, using: &random)))
            let longer: SignedLog? =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: try log.adding([.resign], seat: seat, key: key)
                case 1, 2: try log.adding([.claim(against: seat % 3 + 1)], seat: seat, key: key)
                case 3: try log.adding([.close(nil)], seat: seat, placement: .newRound, key: key)
                case 4, 5, 6: try log.adding([move], seat: seat, placement: .newRound, key: key)
                default: try? log.adding([move], seat: seat, placement: .currentRound, key: key)
                }
            guard let longer else { continue }
            var replay = try Replay(longer, known: 0, library: ToyLibrary())
            guard (try? replay.run()) != nil else { continue }
            log = longer
            if Int.random(in: 0..<3, using: &random) == 0 { break }
        }
        pool.append(log)
        return log
    }
}
