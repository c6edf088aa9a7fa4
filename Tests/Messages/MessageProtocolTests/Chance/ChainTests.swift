import Testing
import Values

@testable import MessageProtocol

/// The chain links of a seat: each can be verified, and reveals nothing about later ones.
@Suite struct ChainTests {
    private static let match = try? MatchID([UInt8](repeating: 7, count: 16))

    private func chain(_ byte: UInt8 = 1, in id: UInt8 = 7) throws -> (Chain, SeatKey, MatchID) {
        let key = try SeatKey(secret: [UInt8](repeating: byte, count: 32))
        let match = try MatchID([UInt8](repeating: id, count: 16))
        return (Chain(of: key, in: match), key, match)
    }

    @Test func eachLinkLeadsToTheOneBeforeIt() throws {
        let (chain, key, match) = try chain()
        var before = chain.anchor
        for number in [1, 2, 3, 31, 32, 33, 1023, 1024] {
            let link = try #require(chain[number])
            if number > 3, number != 32, number != 33, number != 1024 { before = try #require(chain[number - 1]) }
            #expect(link.before(number: number - 1, of: key.publicKey, in: match) == before, "\(number)")
            before = link
        }
        #expect(chain[0] == nil && chain[1025] == nil)
    }

    @Test func aChainBelongsToItsKeyAndMatch() throws {
        let anchors = [try chain().0.anchor, try chain(2).0.anchor, try chain(in: 8).0.anchor]
        #expect(Set(anchors).count == 3)
        let (one, key, match) = try chain()
        let (_, _, other) = try chain(in: 8)
        let link = try #require(one[1])
        #expect(link.before(number: 0, of: key.publicKey, in: match) == one.anchor)
        #expect(link.before(number: 0, of: key.publicKey, in: other) != one.anchor)
        #expect(link.before(number: 1, of: key.publicKey, in: match) != one.anchor)
    }

    @Test func whatWasAskedForLatelyIsTheSame() throws {
        let first = try chain().0
        for byte in 10..<30 { _ = try chain(UInt8(byte)) }
        #expect(try chain().0[77] == first[77])
        #expect("\(first)" == "Chain(redacted)" && "\(String(reflecting: first))" == "Chain(redacted)")
    }

    // MARK: In a message

    @Test func messagesOfGamesThatDrawCarryTheLatestLinks() throws {
        let test = try TestMatch.drawing().with(1, .move(3)).with(2, .move(3))
        let envelope = try MessageURLCoder().envelope(from: try test.url())
        #expect(envelope.signedLog.head == test.log.head && envelope.signedLog.log == test.log.log)
        #expect(envelope.forgery() == nil)
        #expect(test.verdict(on: try test.url()).code == "duplicate")
        let numbers = test.log.log.plies.map { $0.link == nil ? 0 : 1 }
        #expect(numbers == [1, 1, 0, 1], "the witness and the move behind it are one run")
        let chain = Chain(of: test.keys[1], in: test.match.id)
        #expect(test.log.log.plies[3].link == chain[2])
        #expect(test.log.roster[2]?.anchor == chain.anchor)
        #expect(try TestMatch.drawing().verdict(on: test).adopted?.head == test.log.head)
    }

    /// Returns the parts of a message, to change one of them.
    private func parts(_ test: TestMatch) throws -> [ValueKey: Value] {
        try #require(try Value(canonicalBytes: try test.envelope().bytes()).mapValue)
    }

    private func verdict(of test: TestMatch, _ parts: [ValueKey: Value]) throws -> Verdict {
        let payload = Base64URL.encode([UInt8(MessageURLCoder.version)] + (try Value.map(parts).canonicalBytes()))
        return try TestMatch.drawing().verdict(on: "https://parlor.games/dice#\(payload)")
    }

    private func link(_ test: TestMatch, _ seat: Int, _ number: Int) throws -> Value {
        .bytes(try #require(Chain(of: test.keys[seat - 1], in: test.match.id)[number]).bytes)
    }

    @Test func aLinkThatIsNoneOfTheChainIsForged() throws {
        let test = try TestMatch.drawing().with(1, .move(3)).with(2, .move(3))
        var parts = try parts(test)
        let right = try #require(parts[6])
        #expect(try verdict(of: test, parts).code == "adopt")
        let another = try TestMatch(names: ["Ana", "Bob"], id: 8, isChained: true)
        for (wrong, seat): (Value, Int) in [
            ([.bytes([UInt8](repeating: 9, count: 16)), try link(test, 2, 2)], 1),  // any
            ([try link(test, 1, 1), try link(test, 2, 1)], 2),  // an old one again
            ([try link(test, 1, 2), try link(test, 2, 2)], 1),  // one that isn't due yet
            ([try link(test, 2, 1), try link(test, 2, 2)], 1),  // another seat's
            ([try link(test, 1, 1), try link(another, 2, 2)], 2),  // another match's
        ] {
            parts[6] = wrong
            #expect(try verdict(of: test, parts) == .forged(.link(seat: seat)), "\(wrong)")
        }
        parts[6] = right
        #expect(try verdict(of: test, parts).code == "adopt")
    }

    @Test func linksThatAreMissingOrNotDueAreMalformed() throws {
        let test = try TestMatch.seated("dice", isChained: true)
        var parts = try parts(test)
        #expect(parts[6] == [.null, try link(test, 2, 1)])
        for wrong: Value? in [
            nil, [], .null, [.null, .null], [.null], [try link(test, 1, 1), try link(test, 2, 1)],
            [.null, .bytes([1, 2])], [.null, 5], [.null, try link(test, 2, 1), .null],
        ] {
            parts[6] = wrong
            #expect(try verdict(of: test, parts).code == "malformed", "\(String(describing: wrong))")
        }
        let plain = try TestMatch.seated()
        var others = try self.parts(plain)
        #expect(others[6] == nil)
        others[6] = [.null, .null]
        #expect(try verdict(of: plain, others).code == "malformed")
    }

    /// A seat's signature covers the chain link, and the heads after the ply cover the link, too.
    @Test func aSignatureCoversTheLink() throws {
        let test = try TestMatch.drawing().with(1, .move(3)).with(2, .move(3))
        var plies = test.log.log.plies
        let other = try #require(Chain(of: test.keys[0], in: test.match.id)[5])
        plies[1] = plies[1].opening(other)
        let changed = try SignedLog(
            match: test.match, log: Log(seats: 2, plies: plies), signatures: test.log.signatures)
        #expect(changed.head != test.log.head)
        #expect(changed.forgery() == .link(seat: 1))
        #expect(changed.forgery(of: 1) == .signature(seat: 1))
        var payloads: Set<[UInt8]> = []
        for link in [nil, plies[1].link, test.log.log.plies[1].link] {
            let log = try Log(seats: 2, plies: [plies[0], plies[1].opening(link), plies[2]])
            payloads.insert(SigningPayload.bytes(of: log, heads: test.log.heads, seat: 1, upTo: 2))
        }
        #expect(payloads.count == 3)
    }

    @Test func nobodyPlaysBeforeEverybodySits() throws {
        let alone = try TestMatch("dice", isChained: true)
        #expect(code { try alone.with(1, .move(1)) } == "malformed")
        #expect(code { try alone.with(1, .witness) } == "malformed")
        #expect(code { try TestMatch.seated().with(1, .witness) } == "malformed")
        let bare = SeatedPlayer(token: .empty, key: alone.keys[1].publicKey)
        #expect(code { try alone.with(2, .join(bare)) } == "malformed")
    }

    @Test func aMatchLongerThanAChainIsTooLong() throws {
        var plies = try TestMatch.drawing().log.log.plies
        while plies.count < 2 * (Chain.length - Chain.room) {
            plies.append(Ply(seat: plies.count % 2 + 1, action: .move(3)))
        }
        let test = try TestMatch.drawing()
        let keys = [1: test.keys[0], 2: test.keys[1]]
        let linked = try test.log.opening(plies, keys: keys)
        #expect(linked.last?.link == Chain(of: test.keys[1], in: test.match.id)[1016] || linked.last?.seat == 1)
        // a contribution still has a link, and no other ply
        let answer = [2, 1, 2, 1].map { Ply(seat: $0, action: .witness) }
        #expect(try test.log.opening(plies + answer, keys: keys).last?.link != nil)
        for action in [Ply.Action.move(3), .move(1)] {
            let move = [Ply(seat: answer[0].seat, action: action)]
            #expect(code { try test.log.opening(plies + answer + move, keys: keys) } == "too_long")
        }
        plies += [Ply(seat: 1, action: .move(3)), Ply(seat: 2, action: .move(3)), Ply(seat: 1, action: .move(3))]
        #expect(code { try test.log.opening(plies, keys: keys) } == "too_long")
        let latest = try [0, 1].map { try #require(Chain(of: test.keys[$0], in: test.match.id)[1024]) }
        #expect(
            code { try Log.linked(plies, latest: latest, keys: { test.keys[$0 - 1].publicKey }, of: test.match.id) }
                == "too_long")
    }
}
