import Effort
import Testing
import Values

@testable import MessageProtocol

/// Compares the rules for forks with a Python model that was written from the description of the
/// protocol. It covers random matches of honest seats and cheats, and cases in which earlier rules
/// failed.
@Suite struct ForkOracleTests {
    private static let note: Comment = "needs python3; set PARLOR_REQUIRE_ORACLES=1 to fail without it"
    private static let seed: UInt64 = 20_261_121

    @Test(.enabled(if: Oracle.hasPython || Oracle.isRequired, note))
    func randomForksAreDecidedAlike() throws {
        let count = TestEffort.extent(quick: 30, full: 430)
        let matches = try Oracle.run(script: "forks.py", on: [], arguments: ["\(Self.seed)", "\(count)", "300"])
        var (pairs, verdicts): (Int, [String: Int]) = (0, [:])
        for (number, line) in matches.enumerated() {
            let match = try OracleMatch(Value(json: line))
            for pair in match.pairs {
                let found = try match.decide(pair.ours, pair.theirs)
                let isAlike = found.verdict == pair.verdict && found.head == match.logs[pair.stays].head
                #expect(isAlike, "seed \(Self.seed), match \(number), \(match.words(pair)): \(found.verdict)")
                if !isAlike { return }
                verdicts[pair.verdict, default: 0] += 1
            }
            pairs += match.pairs.count
        }
        #expect(pairs >= count * 100_000 / 430, "\(pairs) pairs")
        for verdict in ["kept", "adopt", "undecided", "disputed"] {
            #expect(verdicts[verdict, default: 0] > count / 5, "\(verdicts)")
        }
        print("\(pairs) forks of \(matches.count) matches decided alike, seed \(Self.seed): \(verdicts)")
    }

    @Test(.enabled(if: Oracle.hasPython || Oracle.isRequired, note))
    func theCasesAreDecidedAlike() throws {
        let cases = try Oracle.run(script: "forks.py", on: [], arguments: ["cases"])
        #expect(cases.count >= 20)
        for line in cases {
            let match = try OracleMatch(Value(json: line))
            for pair in match.pairs {
                let found = try match.decide(pair.ours, pair.theirs)
                #expect(found.verdict == pair.verdict, "\(match.words(pair)): \(found.verdict)")
                #expect(found.head == match.logs[pair.stays].head, "\(match.words(pair))")
            }
        }
    }
}

/// One match in the output of the model: logs, and pairs of them with the decisions.
private struct OracleMatch {
    struct Pair {
        let ours: Int
        let theirs: Int
        let verdict: String
        let stays: Int
    }

    let logs: [SignedLog]
    let pairs: [Pair]
    private let courses: [ReplayTrace]
    private let library: ForkGames
    private let description: Value

    init(_ value: Value) throws {
        description = value
        let seats = try #require(value["seats"]?.intValue)
        library = ForkGames(
            game: ForkGame(
                kind: try #require(value["kind"]?.stringValue), seats: seats,
                length: try #require(value["length"]?.intValue)))
        let names = ["Ana", "Bob", "Cat", "Dee"].prefix(seats)
        let match = try TestMatch(names: Array(names))
        let opening = try seats > 2 ? Ply.Action.start(match.joins(Array(names))) : .join(match.entry(2, "Bob"))
        var (logs, courses): ([SignedLog], [ReplayTrace]) = ([], [])
        var signatures: [[UInt8]: Signature] = [:]
        for list in value["logs"]?.arrayValue ?? [] {
            let plies = try (list.arrayValue ?? []).map { try Self.ply($0, opening) }
            let log = try Log(seats: seats, plies: plies)
            logs.append(try match.signed(log, &signatures))
            var replay = try Replay(logs[logs.count - 1], known: 0, library: library)
            _ = try replay.run()
            courses.append(replay.course)
        }
        (self.logs, self.courses) = (logs, courses)
        pairs = (value["pairs"]?.arrayValue ?? []).compactMap { pair in
            guard let ours = pair[0]?.intValue, let theirs = pair[1]?.intValue, let verdict = pair[2]?.stringValue,
                let stays = pair[3]?.intValue
            else { return nil }
            return Pair(ours: ours, theirs: theirs, verdict: verdict, stays: stays)
        }
    }

    private static func ply(_ value: Value, _ opening: Ply.Action) throws -> Ply {
        let (seat, data) = (try #require(value[0]?.intValue), try #require(value[2]?.intValue))
        let places: [Ply.Place] = [.alone, .beginsRound, .continuesRound]
        let actions: [String: Ply.Action] = [
            "s": opening, "j": opening, "m": .move(.index(data)), "c": .claim(against: data), "r": .resign,
            "x": .close(nil),
        ]
        return Ply(
            seat: seat, action: try #require(actions[value[1]?.stringValue ?? ""]),
            place: places[try #require(value[3]?.intValue)])
    }

    /// Returns the decision of the rules, in the words of the model, and the head of the log that
    /// stays.
    func decide(_ ours: Int, _ theirs: Int) throws -> (verdict: String, head: Head) {
        let fork = try #require(
            Fork(
                ours: ForkBranch(log: logs[ours], course: courses[ours]),
                theirs: ForkBranch(log: logs[theirs], course: courses[theirs])))
        let decision = fork.decision { union in
            guard var replay = try? Replay(union, known: fork.index, library: library) else { return false }
            return (try? replay.run()) != nil
        }
        return switch decision {
        case .keep(.undecided): ("undecided", logs[ours].head)
        case .keep, .nothingNew: ("kept", logs[ours].head)
        case .take: ("adopt", logs[theirs].head)
        case .unite(let union): ("adopt", union.head)
        case .disputed: ("disputed", logs[ours].head)
        }
    }

    func words(_ pair: Pair) -> String {
        let list = description["logs"]
        func log(_ index: Int) -> String { (try? list?[index]?.json()) ?? "" }
        return "\(description["kind"] ?? .null) \(log(pair.ours)) against \(log(pair.theirs)): \(pair.verdict)"
    }
}
