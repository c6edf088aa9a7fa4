import Testing
import Values

@testable import MessageWire

/// Two devices that meet with any two logs of one match decide alike.
@Suite struct ForkSymmetryTests {
    @Test(arguments: UInt64(0)..<6)
    func bothSidesDecideAlike(_ seed: UInt64) throws {
        var logs = RandomFork(seed: seed)
        let all = try (0..<10).map { _ in try logs.log() }
        var seen: Set<String> = []
        for left in all {
            for right in all {
                guard let here = Fork(ours: left, theirs: right), let there = Fork(ours: right, theirs: left) else {
                    continue
                }
                let pair = (here.decision(), there.decision())
                #expect(Self.agree(pair.0, pair.1), "seed \(seed): \(pair) for \(left.log.plies), \(right.log.plies)")
                seen.insert("\(pair.0)".prefix { $0 != "(" }.description)
            }
        }
        #expect(seen.contains("keep") && seen.contains("take"), "seed \(seed)")
    }

    private static func agree(_ here: Fork.Decision, _ there: Fork.Decision) -> Bool {
        switch (here, there) {
        case (.keep(.undecided), .keep(.undecided)): true
        // Of a seat with two entries in one round each side keeps its own, until the next answer.
        case (.keep(.undecided), .unite), (.unite, .keep(.undecided)): true
        case (.keep(let left), .take(let right)), (.take(let left), .keep(let right)): left == right
        case (.nothingNew, .take(.moreRuns)), (.take(.moreRuns), .nothingNew): true
        case (.void(let left), .void(let right)): left == right
        case (.unite(let left), .unite(let right)):
            left.head == right.head || left.log.plies.map(\.seat) == right.log.plies.map(\.seat)
        default: false
        }
    }
}

/// Logs of one match of three that part anywhere: legal or not, which the choice between them doesn't ask.
private struct RandomFork {
    private var random: SplitMix64
    private let start: TestMatch?
    /// Logs to go on from.
    private var pool: [SignedLog] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        start = try? TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
    }

    mutating func log() throws -> SignedLog {
        let start = try #require(start)
        var log = pool.randomElement(using: &random) ?? start.log
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let seat = Int.random(in: 1...3, using: &random)
            let key = start.keys[seat - 1]
            let move = Ply.Action.move(Int.random(in: 1...2, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: log = try log.adding([.resign], seat: seat, key: key)
            case 1: log = try log.adding([.claim(against: seat % 3 + 1)], seat: seat, key: key)
            case 2: log = try log.adding([.close], seat: seat, key: key)
            case 3, 4: log = try log.adding([move], seat: seat, key: key)
            case 5, 6: log = try log.adding([move], seat: seat, placement: .newRound, key: key)
            default:
                // A seat that has entered already, or no round: another log then.
                log = (try? log.adding([move], seat: seat, placement: .currentRound, key: key)) ?? log
            }
        }
        pool.append(log)
        return log
    }
}
