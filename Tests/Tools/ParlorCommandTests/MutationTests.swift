import Crypto
import Effort
import Foundation
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// Mutated files and lines as input. A crash ends the whole test run; the output before the crash
/// contains the seed.
@Suite struct MutationTests {
    private static let numbers: [Int64] = [
        .min, .min + 1, -1 << 40, -2, -1, 0, 1, 2, 3, 255, 1 << 31, 1 << 56, .max - 1, .max,
    ]
    private static let words =
        numbers.map(String.init) + [
            ":", "::", " : ", "", "1", "1 ", "17 a1", "seats:", "seats: -1", "version: 9223372036854775807", "option :",
            "option",
            "seed: 18446744073709551616", "1 leave ", "2 leave x", "game: ", "outcome:", "#", "\u{0}", "\r", "b2",
            "1 \u{FEFF}b2",
        ]

    private func announced(_ seed: UInt64, _ what: String) -> SplitMix64 {
        FileHandle.standardError.write(Data("MutationTests: \(what), seed \(seed)\n".utf8))
        return SplitMix64(seed: seed)
    }

    /// Returns a value with some parts replaced.
    private func mutated(_ value: Value, _ random: inout SplitMix64, hits: inout Int) -> Value {
        if hits > 0, Int.random(in: 0..<12, using: &random) == 0 {
            hits -= 1
            switch value {
            case .int(let number):
                return .int(
                    Bool.random(using: &random)
                        ? number &+ Int64.random(in: -2...2, using: &random)
                        : Self.numbers.randomElement(using: &random) ?? 0)
            case .array(let list) where !list.isEmpty && Bool.random(using: &random): return .array(list + list)
            case .array, .map:
                return [.array([]), .map([:]), .int(1), .null, .array([[1], [1, 2, 3, 4]])].randomElement(
                    using: &random) ?? .null
            default:
                return [.int(-1), .null, .string("x"), .bool(true), .double(.infinity), .array([])].randomElement(
                    using: &random) ?? .null
            }
        }
        switch value {
        case .array(let list): return .array(list.map { mutated($0, &random, hits: &hits) })
        case .map(let entries):
            var changed: [ValueKey: Value] = [:]
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
                changed[key] = mutated(entry, &random, hits: &hits)
            }
            return .map(changed)
        case .bytes(let bytes):
            // the state, which is a value in bytes
            guard let inner = try? Value(canonicalBytes: bytes), case .map = inner else { return value }
            return (try? mutated(inner, &random, hits: &hits).canonicalBytes()).map(Value.bytes) ?? value
        default: return value
        }
    }

    /// Returns a saved match whose checksum is correct again after other changes.
    private func resealed(_ value: Value) throws -> [UInt8] {
        guard case .map(var fields) = value else { return try value.canonicalBytes() }
        fields["check"] = nil
        fields["check"] = .bytes(Array(SHA256.hash(data: try Value.map(fields).canonicalBytes()).prefix(16)))
        return try Value.map(fields).canonicalBytes()
    }

    @Test(arguments: ["tic-tac-toe", "rock-paper-scissors", "battleship"], [1] as [UInt64])
    func savedMatches(game: String, seed: UInt64) throws {
        var random = announced(seed, "saved matches of \(game)")
        let script = try GameCatalog(home: home).script(game)
        let match = try Match(of: script, seed: seed)
        for _ in 0..<3 { try match.playRandomMove(using: &random) }
        let saved = try Value(canonicalBytes: match.save())
        let driver = try Driver()
        var loaded = 0
        for _ in 0..<TestEffort.extent(quick: 15, full: 60) {
            var hits = 3
            guard let bytes = try? resealed(mutated(saved, &random, hits: &hits)) else { continue }
            let text = Data(bytes).base64EncodedString()
            let answer = driver.session.handle(#"{"op":"load","bytes":"\#(text)"}"#)
            #expect(!answer.contains(#""kind":"internal""#), "seed \(seed): \(answer)")
            guard let number = try Value(json: answer)["ok"]?["match"]?.intValue else { continue }
            loaded += 1
            for request in [
                #""op":"scene","seat":1"#, #""op":"scene""#, #""op":"moves","seat":2"#, #""op":"digest""#,
                #""op":"undo","ply":0"#, #""op":"random","plies":2,"seed":1"#,
                #""op":"undo","ply":9223372036854775807"#,
                #""op":"save""#, #""op":"close""#,
            ] { _ = driver.session.handle(#"{"match":\#(number),\#(request)}"#) }
            guard let one = try? Match(loading: bytes, of: script) else { continue }
            let lines = ["history", "undo 9223372036854775807", "redo 9223372036854775807", "stats", "replay", "quit"]
            play(one, lines)
        }
        #expect(loaded > 0, "seed \(seed)")
    }

    private func play(_ match: Match, _ lines: [String]) {
        let session = HotSeatMode(
            match: match, players: Players(count: match.seats), screen: Screen(columns: { 60 }),
            lines: ScriptedLines(lines.map(InputLine.text), isInteractive: false), write: { _ in }, complain: { _ in },
            readScript: { () throws(GameError) in match.script })
        session.mostPlies = 20
        _ = session.run()
        if let replayer = try? Replayer(match, players: Players(count: match.seats), screen: Screen(), viewer: nil) {
            for index in 0..<30 where (try? replayer.frame(index)) == nil { break }
        }
    }

    /// A saved match whose ply number contradicts its log is rejected before anything computes with
    /// that number.
    @Test(arguments: [-1, 7, Int64.min, .max]) func aPlyThatIsNotTheLogs(ply: Int64) throws {
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let match = try Match(of: script)
        try match.play("b2", seat: 1)
        guard case .map(var fields) = try Value(canonicalBytes: match.save()), let bytes = fields["state"]?.bytesValue,
            case .map(var state) = try Value(canonicalBytes: bytes)
        else {
            Issue.record("no saved match")
            return
        }
        state["ply"] = .int(ply)
        fields["state"] = .bytes(try Value.map(state).canonicalBytes())
        let forged = try resealed(.map(fields))
        #expect(throws: GameError.self) { try Match(loading: forged, of: script) }
    }

    @Test(arguments: TestEffort.extent(quick: 1...1, full: 1...3) as ClosedRange<UInt64>)
    func playthroughs(seed: UInt64) throws {
        var random = announced(seed, "playthroughs")
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let good = [
            "game: tic-tac-toe", "version: 1", "seats: 2", "seed: 1", "1 b2", "2 a1", "1 a3", "2 c1",
            "1 leave resigned",
        ]
        for _ in 0..<300 {
            var lines = good
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let at = Int.random(in: 0..<lines.count, using: &random)
                let word = Self.words.randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<4, using: &random) {
                case 0: lines[at] = word
                case 1: lines.insert(word, at: at)
                case 2: lines[at] = lines[at].split(separator: " ").dropLast().joined(separator: " ") + " " + word
                default: lines.swapAt(at, Int.random(in: 0..<lines.count, using: &random))
                }
            }
            let text = lines.joined(separator: "\n")
            guard let read = try? Playthrough(text: text) else { continue }
            #expect(read.text.contains("game:"))
            if let match = try? read.play(script) { play(match, ["history", "replay", "quit"]) }
        }
    }

    @Test(arguments: [":", "game: x\n:", " : ", "game: x\n: :", "game: x\n1 ", "game: x\n99 a1"])
    func linesThatSayNothing(text: String) {
        #expect(throws: GameError.self) { try Playthrough(text: text) }
    }

    private static let commands =
        HotSeatMode.commands.names + [
            "/", ":", "//", "/undo", ":redo", "u", "r", "a", "b2", "lua", "view as", "bot 1", "bot all",
        ]

    @Test(arguments: TestEffort.extent(quick: 1...1, full: 1...3) as ClosedRange<UInt64>)
    func linesAtTheKeyboard(seed: UInt64) throws {
        var random = announced(seed, "lines at the keyboard")
        let games = ["tic-tac-toe", "rock-paper-scissors", "blackjack"]
        try withTemporaryFolder { folder in
            for game in games {
                let lines = (0..<60).map { _ -> InputLine in
                    let word = Self.commands.randomElement(using: &random) ?? ""
                    // write into a folder of this test
                    if ["save", "quit"].contains(word) { return .text("\(word) \(folder.path)/kept.play") }
                    return .text("\(word) \(Self.words.randomElement(using: &random) ?? "")")
                }
                let played = try PlayedSession(
                    GameCatalog(home: home).script(game), lines, seed: seed, mostPlies: 30)
                #expect(!played.output.isEmpty)
            }
        }
    }

    @Test(arguments: TestEffort.extent(quick: 1...1, full: 1...2) as ClosedRange<UInt64>)
    func linesOnPhones(seed: UInt64) throws {
        var random = announced(seed, "lines on phones")
        let words = PhonesMode.commands.names + ["b2", "a1", "/", ":"]
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        for isSlow in [false, true] {
            let lines = (0..<60).map { _ -> InputLine in
                let word = words.randomElement(using: &random) ?? ""
                if word == "quit" { return .text("") }
                return .text("\(word) \(Self.words.randomElement(using: &random) ?? "")")
            }
            let session = PhonesMode(
                world: try Simulation(of: ["Ann", "Bob"], games: [script], seed: seed), script: script,
                screen: Screen(columns: { 60 }), lines: ScriptedLines(lines, isInteractive: false), isSlow: isSlow,
                bots: [],
                write: { _ in }, complain: { _ in })
            _ = session.run()
        }
    }

    /// A script may throw any number in place of Lua's line number.
    @Test(arguments: numbers) func linesOfErrors(number: Int64) throws {
        let script = try counting("go = { play = function() error('game.lua:\(number): no', 0) end }")
        let played = try PlayedSession(script, [.text("go"), .text("quit")])
        #expect(played.complaints.contains("no"))
    }
}
