import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Whole matches of two hosts, read by a second implementation in Python from the last message
/// alone. The Python program checks sealed moves against their reveals. It recomputes the answers
/// from the ships, and the dice from the links, and gets the same results.
@Suite struct PythonGamesTests {
    private static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    private static let isThere = (try? run(["-c", "import cbor2, cryptography"], input: "")) != nil
    private static let note: Comment =
        "needs python3 with cbor2 and cryptography (pip install both); set PARLOR_REQUIRE_ORACLES=1 to fail without it"

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns Python's output, a value for each line.
    private static func run(_ arguments: [String], input: String) throws -> [Value] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("games-\(UUID().uuidString)")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: printed) }
        return try printed.split(separator: "\n").map { try Value(json: String($0)) }
    }

    private static func read(_ lines: [String]) throws -> [Value] {
        let path = home.folder.appendingPathComponent("Tests/Messages/MessageProtocolTests/Oracles/games.py").path
        return try run([path], input: lines.joined(separator: "\n") + "\n")
    }

    /// A match that two hosts have played by exchanging urls.
    private struct Played {
        let hosts: [CorrespondenceMatch]
        /// The last message.
        let url: String
        /// The values of `last` or `hands` in the public state, one for each change.
        let steps: [Value]
    }

    /// Plays random moves on two hosts to the end; `pick` may choose among them.
    private static func play(
        _ game: String, _ options: [String: Value], seed: UInt64, watching key: String,
        pick: ([Move], CorrespondenceMatch) throws -> [Move] = { moves, _ in moves }
    ) throws -> Played {
        var random = SplitMix64(seed: seed)
        let script = try script(game)
        let ann = try CorrespondenceMatch(of: script, options: options)
        let invitation = try ann.message(from: 1).url
        let bob = try #require(
            try CorrespondenceMatch.open(ann.carrier.envelope(from: invitation), shelf: ScriptVersions(script)).match)
        let hosts = [ann, bob]
        var steps: [Value] = []
        var url = try bob.message(from: 2).url
        var quiet = 0
        func look(_ host: CorrespondenceMatch) throws {
            guard let step = try host.match.view(for: nil)[key], step != steps.last, step != .null else { return }
            steps.append(step)
        }
        var reader = 1
        while quiet < 4 {
            let host = hosts[reader - 1]
            _ = try host.receive(host.carrier.envelope(from: url))
            try look(host)
            while try host.match.status.turn.contains(reader), try host.match.status.outcome == nil,
                let move = try pick(host.match.legalMoves(for: reader), hosts[2 - reader]).randomElement(using: &random)
            {
                let text = move.typed == nil ? move.text : "\(move.name) \(Int.random(in: 0..<1 << 53, using: &random))"
                guard (try? host.play(text, seat: reader)) != nil else { break }
                if try host.match.status.isRound { break }
            }
            try look(host)
            if let sent = try? host.message(from: reader).url { url = sent }
            quiet = try hosts.allSatisfy { try $0.match.status.outcome != nil } ? quiet + 1 : 0
            reader = 3 - reader
        }
        #expect(hosts[0].signedLog?.head == hosts[1].signedLog?.head)
        return Played(hosts: hosts, url: url, steps: steps)
    }

    private static func winners(_ outcome: Outcome?) -> Value {
        guard case .win(let seats) = outcome else { return [] }
        return .array(seats.map { .int(Int64($0)) })
    }

    @Test(.enabled(if: isThere || isRequired, note)) func battleshipsAnswersFollowFromTheShips() throws {
        let cases: [(size: Int, seed: UInt64)] = [(3, 1), (3, 2), (10, 4)]
        let matches = try cases.map { size, seed in
            try Self.play("battleship", ["size": .int(Int64(size))], seed: seed, watching: "last") { moves, other in
                if let ready = moves.first(where: { $0.name == "ready" }) { return [ready] }
                let places = moves.filter { $0.name == "place" }
                if seed % 2 == 0, !places.isEmpty { return places }
                // most shots hit, so the matches are short
                guard moves.first?.name == "shoot", moves.count % 3 > 0 else { return moves }
                let seat = other.keys[1] == nil ? 2 : 1
                let ships = try other.match.view(for: seat)["secret"]?.element(at: .int(Int64(seat)))?.mapValue
                let hits = moves.filter { ships?[.string($0.text)] != nil }
                return hits.isEmpty ? moves : hits
            }
        }
        let read = try Self.read(zip(cases, matches).map { "battleship \($1.url) \($0.size)" })
        for ((match, value), (size, _)) in zip(zip(matches, read), cases) {
            #expect(value["signed"] == true)
            let log = try #require(match.hosts[0].signedLog).log
            #expect(value["seals"] == .int(Int64(log.plies.count { $0.hidden != nil })))
            let answers = try #require(value["answers"]?.arrayValue)
            let told = try match.hosts[0].match.history(for: nil).compactMap { $0.name == "answer" ? $0.text : nil }
            #expect(answers.count >= (size == 3 ? 2 : 17) && answers.map { $0[1]?.stringValue } == told)
            for answer in answers { #expect(answer[1] == answer[2], "\(answer)") }
            #expect(try value["winners"] == Self.winners(match.hosts[0].match.status.outcome))
            #expect(try match.hosts[1].audit()?.verdict == .final)
        }
    }

    @Test(.enabled(if: isThere || isRequired, note)) func pigsDiceFollowFromTheLinks() throws {
        let matches = try (UInt64(1)...4).map { try Self.play("pig", ["target": 50], seed: $0, watching: "last") }
        let read = try Self.read(matches.map { "pig \($0.url) 50" })
        for (match, value) in zip(matches, read) {
            #expect(value["signed"] == true && value["waits"] == false)
            let turns = try #require(value["turns"]?.arrayValue)
            #expect(turns.count == match.hosts[0].match.log.count && !turns.isEmpty)
            #expect(turns.map(\.normalizedTables) == match.steps.map(\.normalizedTables))
            #expect(try value["points"] == match.hosts[1].match.view(for: nil)["points"])
            #expect(try value["winners"] == Self.winners(match.hosts[0].match.status.outcome))
        }
    }

    @Test(.enabled(if: isThere || isRequired, note)) func handsAreThoseThatWereSealed() throws {
        let matches = try (UInt64(1)...4).map {
            try Self.play("rock-paper-scissors", ["rounds": 9], seed: $0, watching: "throws")
        }
        let read = try Self.read(matches.map { "rock-paper-scissors \($0.url) 9" })
        for (match, value) in zip(matches, read) {
            #expect(value["signed"] == true && value["over"] == true)
            let log = try #require(match.hosts[0].signedLog).log
            #expect(value["seals"] == .int(Int64(log.plies.count(where: \.isSealed))) && value["seals"] != 0)
            let view = try match.hosts[1].match.view(for: nil)
            #expect(value["wins"] == view["wins"] && value["hands"]?.arrayValue?.last == view["hands"])
            #expect(value["hands"]?.arrayValue?.count == view["throws"]?.intValue)
        }
    }
}
