import Crypto
import Effort
import Foundation
import Testing
import Values

@testable import MessageProtocol

/// The examples of `docs/protocol.md` agree with the code.
@Suite struct ProtocolPageTests {
    private static let page: String = {
        let root = checkout
        return (try? String(contentsOf: root.appendingPathComponent("docs/protocol.md"), encoding: .utf8)) ?? ""
    }()

    /// Returns the lines of the block with this heading.
    private static func block(_ heading: String) throws -> [String] {
        let start = try #require(page.range(of: "```\(heading)\n"), "no block \(heading)")
        let end = try #require(page[start.upperBound...].range(of: "```"))
        return page[start.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
    }

    private static func example() throws -> TestMatch {
        var test = try TestMatch(options: ["sticks": 20])
        try test.add(2, .join(test.entry(2, "Bob")))
        try test.add(1, .move(3))
        try test.add(2, .move(2))
        return test
    }

    @Test func theExampleIsRight() throws {
        let test = try Self.example()
        let payload = SigningPayload.bytes(of: test.log.log, heads: test.log.heads, seat: 2, upTo: 2)
        let bet = try test.bet("Cai", on: 2, 20, key: 3)
        var expected = [
            "ana": test.keys[0].publicKey.bytes, "bob": test.keys[1].publicKey.bytes, "setup": test.match.setup.bytes,
            "log": test.log.log.bytes, "payload": payload,
            "betpayload": Bet.payload(
                bet.bettor, pool: 2, chips: 20, number: 0, firstHead: test.log.heads[0]),
        ]
        let sealing = CommitmentKey(of: test.keys[0])
        let place = CommitmentContext(
            of: 1, behind: test.log.log.plies[..<1], head: test.log.heads[1], match: test.match.id)
        expected["sealingkey"] = sealing.bytes
        expected["salt"] = sealing.salt(of: .index(3), at: place).bytes
        expected["commitment"] =
            Commitment(
                to: .index(3), salt: sealing.salt(of: .index(3), at: place), at: place
            ).bytes
        for seat in 1...2 {
            let chain = Chain(of: test.keys[seat - 1], in: test.match.id)
            expected["anchor\(seat)"] = chain.anchor.bytes
            expected["link\(seat)"] = chain[1]?.bytes
        }
        let drawn = try TestMatch.drawing()
        let key = try #require(try drawn.draws.first)
        expected["drawkey"] = key
        expected["block"] = Array(SHA256.hash(data: key + [UInt8](repeating: 0, count: 8)))
        expected["secretdrawkey"] = RandomDrawLedger(test.match, isQuick: false).secretKey(
            of: 1, salt: try Salt(Array(0..<16)), link: Chain(of: test.keys[1], in: test.match.id)[1])
        for (number, head) in test.log.heads.enumerated() { expected["head\(number)"] = head.bytes }
        for (name, bytes) in expected {
            #expect(try Self.block("hex \(name)").joined() == hex(bytes), "\(name)")
        }
        // every block is compared with something
        #expect(Self.page.components(separatedBy: "```hex ").count - 1 == expected.count)
    }

    /// Signatures over the same bytes may differ, so the test reads the message instead of
    /// comparing its bytes.
    @Test func theMessageIsRead() throws {
        let test = try Self.example()
        let check = bytes("0011223344556677")
        let url = try Self.block("url").joined()
        let sent = try MessageURLCoder().url(of: Envelope(test.log, sender: 2, standingDigest: check))
        let envelope = try MessageURLCoder().envelope(from: url)
        #expect(envelope.signedLog.head == test.log.head, "\(sent)")
        #expect(envelope.signedLog.log == test.log.log)
        #expect(envelope.forgery() == nil)
        #expect(envelope.sender == 2 && envelope.stateCheck == check)
        #expect(try MessageURLCoder().url(of: envelope) == url)
    }

    /// The test reads these bytes, too, instead of comparing them, because signatures may differ.
    @Test func theMoveWithABetIsRead() throws {
        let test = try Self.example()
        let read = try Log(bytes: bytes(try Self.block("move").joined()), seats: 2)
        let bet = try #require(read.plies.first?.bets.first)
        let sent = try test.bet("Cai", on: 2, 20, key: 3)
        #expect(bet.bettor == sent.bettor && bet.pool == 2 && bet.chips == 20)
        #expect(bet.isSigned(for: test.log.heads[0], number: 0), "\(hex(sent.signature.bytes))")
        #expect(read.plies == [Ply(seat: 1, action: .move(1), bets: [bet])])
    }

    /// The block lists seats in the order of their plies, with rounds in braces.
    @Test func theLogsAreRight() throws {
        let lines = try Self.block("log")
        #expect(lines.count == 7)
        for line in lines {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(columns.count == 3)
            let seats = try #require(Int(columns[0]))
            var plies: [Ply] = []
            var place = Ply.Place.alone
            for character in columns[1] {
                switch character {
                case "{": place = .beginsRound
                case "}": place = .alone
                case " ": continue
                default:
                    plies.append(Ply(seat: try #require(character.wholeNumberValue), action: .move(5), place: place))
                    if place == .beginsRound { place = .continuesRound }
                }
            }
            let log = try Log(seats: seats, plies: plies)
            #expect(hex(log.bytes) == columns[2].filter { $0 != " " }, "\(line)")
            #expect(try Log(bytes: bytes(columns[2]), seats: seats) == log)
        }
    }

    /// Every verdict and every name on the page exists in the code.
    @Test func verdictsAreNamed() throws {
        for code in [
            "malformed", "too_large", "unsupported_version", "too_long", "unknown_game", "needs_version",
            "other_match", "forged", "join_request", "bet", "duplicate", "late", "illegal_transition", "cannot_replay",
            "corrupted", "adopt", "kept", "disputed",
        ] {
            #expect(Self.page.contains("`\(code)`"), "\(code)")
        }
        #expect(Self.page.contains(MessageURLCoder.defaultBase))
    }
}
