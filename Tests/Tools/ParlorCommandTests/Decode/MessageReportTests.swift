import MessageProtocol
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct MessageReportTests {
    private static func report(_ log: SignedLog, sender: Int, join: SeatedJoin? = nil) throws -> MessageReport {
        try MessageReport(url: try MessageSamples.url(log, sender: sender, join: join), carrier: MessageURLCoder())
    }

    private static func value(_ report: MessageReport) throws -> Value { try Value(json: try report.json()) }

    @Test func showsAMatchForTwo() throws {
        let log = try MessageSamples.duel()
        let report = try Self.report(log, sender: 2)
        let keys = try (1...2).map { try MessageSamples.key($0).publicKey.description.prefix(16) }
        let heads = log.heads.map { $0.description.prefix(8) }
        let url = try MessageSamples.url(log, sender: 2)
        let left = 5000 - url.count
        #expect(
            report.lines.prefix(23).joined(separator: "\n") == """
                sticks, rules version 3
                  script   abababababababababababababababab
                  match    07070707070707070707070707070707
                  sent by  seat 2, "Bob"
                  options  sticks = 30
                  state    01020304050607ff, a check on the public state

                Seats
                  1  key \(keys[0])  invited, signed ply 4: valid  "Ana"
                  2  key \(keys[1])  signed ply 5: valid           "Bob"

                Plies: 5, in 3 runs
                  ply  run      seat  head      what
                  0                   \(heads[0])  the invitation
                  1    1        2     \(heads[1])  join as "Bob", key \(keys[1])
                  2    1        2     \(heads[2])  move 300
                  3    2        1     \(heads[3])  move 2
                  4    2        1     \(heads[4])  typed guess {word = "crane"}
                  5    3 apart  2     \(heads[5])  resign
                A move is a number: its place in the game's list of legal moves at that point.

                Signatures: all valid.

                """)
        #expect(
            report.lines[23] == "Size: \(url.count) of 5,000 characters, room for \(MessageReport.grouped(left)) more")
        #expect(report.lines[24].hasPrefix("  signatures     "))
    }

    @Test func showsRoundsStartsAndClaims() throws {
        let report = try Self.report(try MessageSamples.trio(), sender: 3)
        let text = report.lines.joined(separator: "\n")
        #expect(text.contains("start with seat 2 \"Bob\", key "))
        #expect(report.lines.filter { $0.contains("2 round") }.count == 2)
        #expect(text.contains("claim against 2"))
        #expect(text.contains("  options  none"))
        #expect(report.lines.contains { $0.contains("signed its join: valid") && $0.hasSuffix("\"Bob\"") })
        let plies = try Self.value(report)["plies"]?.arrayValue ?? []
        #expect(plies.map { $0["place"] } == ["turn", "round", "round", "apart"])
        #expect(plies.map { $0["seat"] } == [1, 1, 3, 3])
        #expect(plies.map { $0["run"] } == [1, 2, 2, 3])
        #expect(plies[0]["joins"]?.arrayValue?.map { $0["fits"] } == [true, true])
        #expect(plies[3]["against"] == 2)
        let runs = try Self.value(report)["runs"]?.arrayValue ?? []
        #expect(runs.map { $0["kind"] } == ["turn", "round", "apart"])
        #expect(runs.map { $0["seat"] } == [1, .null, 3])
        #expect(runs.map { $0["first"] } == [1, 2, 4] && runs.map { $0["last"] } == [1, 3, 4])
    }

    @Test func jsonHoldsTheWholeMessage() throws {
        let log = try MessageSamples.duel()
        let report = try Self.report(log, sender: 2)
        let value = try Self.value(report)
        #expect(
            Set(value.mapValue?.keys.map { $0 } ?? []) == [
                "game", "rules_version", "script", "match", "sender", "options", "options_lua", "seats", "first_head",
                "plies", "runs", "join", "bet", "book", "forgery", "state_check", "url", "parts",
            ])
        #expect(value["game"] == "sticks" && value["rules_version"] == 3 && value["sender"] == 2)
        #expect(value["options"] == ["sticks": 30] && value["options_lua"] == "{sticks = 30}")
        #expect(value["match"] == .string(log.match.id.description))
        let seats = value["seats"]?.arrayValue ?? []
        #expect(seats.map { $0["token"] } == ["Ana", "Bob"])
        #expect(seats.map { $0["inviter"] } == [true, false])
        #expect(seats.map { $0["signature"]?["ply"] } == [4, 5])
        #expect(seats.map { $0["signature"]?["fits"] } == [true, true])
        #expect(seats[1]["key"] == .string(try MessageSamples.key(2).publicKey.description))
        let plies = value["plies"]?.arrayValue ?? []
        #expect(plies.map { $0["what"] } == ["join", "move", "move", "typed", "resign"])
        #expect(plies.map { $0["index"] } == [nil, 300, 2, nil, nil])
        #expect(plies[3]["argument"] == ["word": "crane"] && plies[3]["name"] == "guess")
        #expect(value["first_head"] == .string(log.heads[0].description))
        #expect(plies.map { $0["head"] } == log.heads.dropFirst().map { .string($0.description) })
        #expect(value["forgery"] == .null && value["join"] == .null)
        let count = try MessageSamples.url(log, sender: 2).count
        #expect(
            value["url"] == [
                "characters": .int(Int64(count)), "limit": 5000, "left": .int(Int64(5000 - count)),
            ])
        #expect(value["parts"]?["match_id"] == 18)
    }

    @Test func namesTheSeatThatWasForged() throws {
        let report = try Self.report(try MessageSamples.forged(), sender: 2)
        #expect(report.lines.contains { $0.contains("FORGED: the signature of seat 1 doesn't fit") })
        #expect(report.lines.filter { $0.contains("NOT VALID") }.count == 2)
        let value = try Self.value(report)
        #expect(value["forgery"]?["code"] == "signature" && value["forgery"]?["seat"] == 1)
        #expect(value["seats"]?[0]?["signature"]?["fits"] == false)
        // the stated sender didn't send it
        let sender = try Self.value(try Self.report(try MessageSamples.duel(), sender: 1))
        #expect(sender["forgery"]?["code"] == "sender")
        #expect(sender["seats"]?[0]?["signature"]?["fits"] == true)
    }

    @Test func showsWhoAsksForASeat() throws {
        let invitation = try MessageSamples.invitation(seats: 3)
        let join = try SeatedJoin(
            seat: 3, token: try DisplayName("Cy"), key: try MessageSamples.key(3), in: invitation.match)
        let report = try Self.report(invitation, sender: 3, join: join)
        #expect(
            report.lines.contains { $0.hasPrefix("  asks for  seat 3 as \"Cy\", key ") && $0.hasSuffix("; signed") })
        #expect(report.lines.contains("  sent by   seat 3, which is open"))
        #expect(report.lines.contains("  3  open"))
        #expect(report.lines.contains { $0.contains("invited, signed the invitation: valid") })
        #expect(!report.lines.contains { $0.contains("A move is a number") })
        #expect(try Self.value(report)["join"]?["fits"] == true)
        #expect(try Self.value(report)["seats"]?[2]?["token"] == .null)
    }

    /// Tokens can't contain controls; arguments and options can contain anything.
    @Test func nothingSteersTheTerminal() throws {
        let evil: Value = ["a\u{1B}[2J\u{9B}31m\u{7F}", "\u{202E}x\u{2066}", "\n\r\u{2028}", "日本 é \u{1F600}"]
        let log = try MessageSamples.invitation(name: "é日", options: ["x": evil])
            .adding(
                [.join(try MessageSamples.entry(2, "Bob")), .move(.typed(name: "say", argument: evil))], seat: 2,
                key: try MessageSamples.key(2))
        let report = try Self.report(log, sender: 2)
        for line in report.lines {
            #expect(SafeText(line).string == line, "\(line)")
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
            #expect(!line.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) }, "\(line)")
        }
        let json = try report.json()
        #expect(json.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == UInt8(ascii: "\n") })
        let value = try Value(json: json)
        #expect(value["plies"]?[1]?["argument"] == evil && value["options"]?["x"] == evil)
        #expect(value["seats"]?[0]?["token"] == "é日")
    }

    /// A table with the keys 1 and "1" can travel, but JSON can't express it.
    @Test func whatJSONCannotSayIsLeftToLua() throws {
        let odd: Value = .map([.int(5): 1, .string("5"): 2])
        let log = try MessageSamples.invitation(options: ["x": odd])
            .adding(
                [.join(try MessageSamples.entry(2, "Bob")), .move(.typed(name: "say", argument: odd))], seat: 2,
                key: try MessageSamples.key(2))
        let value = try Self.value(try Self.report(log, sender: 2))
        #expect(value["options"] == .null && value["plies"]?[1]?["argument"] == .null)
        #expect(value["plies"]?[1]?["argument_lua"] == .string(odd.description))
    }

    /// The longest log that fits into a url, unsigned as an attacker would send it.
    @Test func theLongestMessageIsReported() throws {
        let invitation = try MessageSamples.invitation()
            .adding([.join(try MessageSamples.entry(2, "Bob"))], seat: 2, key: try MessageSamples.key(2))
        let moves = (0..<3200).map { Ply(seat: $0 % 2 + 1, action: .move(1)) }
        let log = try SignedLog(
            match: invitation.match, log: try Log(seats: 2, plies: invitation.log.plies + moves),
            signatures: invitation.signatures)
        let report = try Self.report(log, sender: 2)
        #expect(report.lines.contains { $0.hasPrefix("  3201  ") })
        #expect(report.lines.contains { $0.contains("ply 3200 isn't signed by seat 1") })
        #expect(try Value(json: report.json(), limits: ValueLimits(bytes: 1 << 25))["plies"]?.arrayValue?.count == 3201)
    }

    @Test func groupsDigits() {
        #expect(
            [0, 999, 1000, 12345, 1_234_567].map(MessageReport.grouped) == ["0", "999", "1,000", "12,345", "1,234,567"])
    }
}
