import Foundation
import Testing
import Values

@testable import MessageProtocol

/// Messages read by a second implementation, in Python, that was written from the description of
/// the protocol.
@Suite struct OracleTests {
    private static let cborNote: Comment =
        "needs python3 with cbor2 (pip install cbor2); set PARLOR_REQUIRE_ORACLES=1 to fail without it"
    private static let cryptographyNote: Comment =
        "needs python3 with cbor2 and cryptography (pip install both); set PARLOR_REQUIRE_ORACLES=1 to fail without it"

    /// Returns messages of all kinds.
    static func matches() throws -> [TestMatch] {
        let names = ["Ana", "Bób 🎲", "Cat"]
        var sticks = try TestMatch.seated(options: ["sticks": 40, "words": ["a", ["bc": 0.5, "d": .null]]])
        try sticks.takeSticks([1, 2, 2, 1, 3, 1, 2, 2, 1, 1, 1, 1])
        let started = try TestMatch.seated(names: names)
        let rounds = try TestMatch.seated("pick", names: names).entering(3, 1, new: true).entering(1, 200)
        let two = try TestMatch.seated(options: ["sticks": 40])
        let carried = try two.carrying(two.bet(on: 2, 20), two.bet("Dée", on: 0, 100, key: 91), seat: 1)
        return [
            try TestMatch(), try TestMatch(inviterSeat: 2), try TestMatch.seated(), sticks,
            try sticks.with(1, .move(.typed(name: "take", argument: ["x", ["y": -0.0]]))),
            try TestMatch().with(1, .move(300)).with(2, .join(TestMatch().entry(2, "Bob")), .move(70_000)),
            started,
            try started.with(1, .move(1)).with(3, .claim(against: 2)).with(1, .claim(against: 2)).with(1, .move(2))
                .with(1, .resign),
            try started.with(3, .move(2), .move(2)).closing(1).closing(3), rounds, try rounds.entering(2, 5),
            carried, try carried.carrying(carried.bet(on: 1, 80, number: 1), seat: 2, .move(3)).with(2, .resign),
            try rounds.carrying(rounds.bet(on: 3, 7), seat: 2, placement: .currentRound), try Self.crossing(),
            try carried.carrying(carried.bet(on: 1, 1, number: 1), seat: 1).carrying(
                carried.bet("Ed", on: 1, 1, key: 92), seat: 2),
            try rounds.entering(2, 5).entering(2, 1, new: true).with(1, .resign).entering(1, 1, new: true),
        ] + (try sealed()) + (try drawing())
    }

    /// Returns matches with draws: with witnesses, claims within a run, rounds, bets and sealed
    /// moves whose commitments are omitted.
    private static func drawing() throws -> [TestMatch] {
        let two = try TestMatch.drawing()
        let rolled = try two.with(1, .move(1)).with(2, .witness, .move(3)).with(1, .claim(against: 2)).with(1, .move(1))
        let group = try TestMatch.drawing(names: ["Ana", "Bob", "Cai"])
        let divided = try group.with(1, .move(1)).with(2, .move(5)).with(3, .claim(against: 2)).with(2, .move(1))
        let toss = try TestMatch.drawing("toss").entering(1, 1, new: true).entering(2, 2)
        let hidden = try TestMatch.drawing("toss").sealing(2, 2, roundAt: 2, new: true).entering(1, 3)
        return [
            try TestMatch("dice", isChained: true), try TestMatch.seated("dice", isChained: true), two, rolled, group,
            divided,
            try divided.with(3, .witness, .resign), toss, try toss.with(1, .witness).with(2, .witness, .resign),
            try rolled.carrying(rolled.bet(on: 1, 9), seat: 2), try hidden.opening(2, 2, roundAt: 2, new: true),
        ]
    }

    /// Returns rounds with sealed moves: moves that aren't revealed, revealed moves, moves after
    /// claims, a typed move, and moves in a void round.
    private static func sealed() throws -> [TestMatch] {
        let pick = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cai"])
        let one = try pick.sealing(1, 3, roundAt: 1, new: true)
        let claimed = try one.with(1, .claim(against: 2)).sealing(2, 2, roundAt: 1, new: true).entering(3, 1)
        let half = try claimed.opening(2, 2, roundAt: 1, new: true)
        let opened = try half.opening(1, 3, roundAt: 1)
        let next = opened.log.log.plies.count
        let word = LoggedMove.typed(name: "pick", argument: 2)
        let (key, place) = (CommitmentKey(of: pick.keys[1]), opened.place(of: 2, at: next))
        let typed = try opened.with(2, key.seal(word, at: place), placement: .newRound)
        let betting = try pick.carrying(
            pick.bet("Dee", on: 1, 5), seat: 1, one.log.log.plies[1].action, placement: .newRound)
        return [
            one, claimed, half, opened, typed,
            try typed.entering(1, 1).entering(3, 2).with(2, key.open(word, at: place), placement: .newRound),
            try one.with(3, .resign).sealing(1, 2, roundAt: 3, new: true), betting,
            try betting.entering(2, 1).entering(3, 1).opening(1, 3, roundAt: 1, new: true),
        ]
    }

    /// Keys, salts and commitments as in the protocol page.
    @Test(.enabled(if: Oracle.hasCBOR || Oracle.isRequired, cborNote)) func seals() throws {
        var (lines, expected): ([String], [Value]) = ([], [])
        for number in UInt8(0)..<20 {
            let test = try TestMatch.seated("pick")
            let key = try SeatKey(secret: [UInt8](repeating: number &* 7, count: 32))
            let move = number % 2 == 0 ? LoggedMove.index(1 << Int(number)) : .typed(name: "say", argument: ["x", 1.5])
            let plies = (0..<Int(number) * 20).map {
                Ply(seat: $0 % 2 + 1, action: $0 % 3 == 0 ? .claim(against: 2 - $0 % 2) : .move(1))
            }
            let place = CommitmentContext(of: 2, behind: plies[...], head: test.log.head, match: test.match.id)
            let bytes = Ply.Action.move(move).bytes
            lines.append(
                "seal \(hex(key.secret)) \(hex(place.match.bytes)) \(place.head) \(place.count) 2 \(hex(bytes))")
            let sealing = CommitmentKey(of: key)
            let salt = sealing.salt(of: move, at: place)
            expected.append([
                "key": .string(hex(sealing.bytes)), "salt": .string(salt.description),
                "commitment": .string(Commitment(to: move, salt: salt, at: place).description),
            ])
        }
        #expect(try Oracle.run(script: "heads.py", on: lines).map { try Value(json: $0) } == expected)
    }

    /// Chains, keys of draws and their numbers as in the protocol page.
    @Test(.enabled(if: Oracle.hasCBOR || Oracle.isRequired, cborNote)) func links() throws {
        var (lines, expected): ([String], [Value]) = ([], [])
        for byte in UInt8(0)..<4 {
            let key = try SeatKey(secret: [UInt8](repeating: byte &* 50, count: 32))
            let match = try MatchID((0..<16).map { $0 &* byte })
            let chain = Chain(of: key, in: match)
            lines.append("chain \(hex(key.secret)) \(key.publicKey) \(match) 0 1 2 33 1023 1024")
            expected.append(
                .array(
                    [chain.anchor, chain[1], chain[2], chain[33], chain[1023], chain[1024]].map {
                        .string($0?.description ?? "")
                    }))
        }
        #expect(try Oracle.run(script: "heads.py", on: lines).map { try Value(json: $0) } == expected)
    }

    @Test(.enabled(if: Oracle.hasCBOR || Oracle.isRequired, cborNote)) func keysOfDraws() throws {
        let matches = [
            try TestMatch.drawing(), try TestMatch.drawing().with(1, .move(5)).with(1, .move(1)).with(2, .witness),
            try TestMatch.drawing(options: ["quick": true]).with(1, .move(4), .move(4)),
            try TestMatch.drawing("toss").entering(1, 1, new: true).entering(2, 2).with(1, .witness).with(2, .witness),
        ]
        // the seat, the number of its link run, and the number of earlier plies in that run that
        // drew
        let places = [[0, 0, 0], [1, 1, 0], [1, 1, 1], [2, 2, 0]]
        let lines = zip(matches, places).map { test, place in
            let links = test.log.log.latestLinks.map { $0?.description ?? "-" }
            return "draw \(test.match.id) \(place[0]) \(place[1]) \(place[2]) 6 \(links.joined(separator: " "))"
        }
        let read = try Oracle.run(script: "heads.py", on: lines).map { try Value(json: $0) }
        for (test, line) in zip(matches, read) {
            #expect(line["key"] == .string(hex(try #require(try test.draws.last))))
        }
    }

    /// Returns a round whose entries carry the same bet, two versions of one bet, and another bet.
    private static func crossing() throws -> TestMatch {
        let start = try TestMatch.seated("pick")
        let (same, next) = (try start.bet(on: 1, 60), try start.bet(on: 2, 30, number: 1))
        return try start.carrying(same, start.bet("Dee", on: 2, 50, key: 91), seat: 1, placement: .newRound).carrying(
            same, next, start.bet("Dee", on: 1, 50, key: 91), seat: 2, placement: .currentRound)
    }

    @Test(.enabled(if: Oracle.hasCBOR || Oracle.isRequired, cborNote))
    func envelopesAndHeadsAreReadAlike() throws {
        let matches = try Self.matches()
        let lines = try Oracle.run(script: "heads.py", on: try matches.map { "url " + (try $0.url()) })
        try #require(lines.count == matches.count)
        for (test, line) in zip(matches, lines) {
            let read = try Value(json: line)
            let envelope = try test.envelope()
            let setup = test.match.setup
            #expect(read["heads"] == .array(test.log.heads.map { .string(hex($0.bytes)) }))
            #expect(read["plies"] == Self.description(of: test.log.log))
            #expect(read["script"] == .string(hex(test.match.script.bytes)))
            #expect(read["match"] == .string(hex(test.match.id.bytes)))
            #expect(read["sender"] == .int(Int64(envelope.sender)))
            #expect(read["check"] == .string(hex(envelope.stateCheck)))
            #expect(read["version"] == .int(Int64(setup.rulesVersion)))
            #expect(read["options"]?.normalizedTables == setup.options.normalizedTables)
            #expect(read["tokens"]?[setup.inviterSeat - 1] == .string(setup.inviter.token.text))
            #expect(read["numbers"] == .array(test.log.signatures.map { $0.map { .int(Int64($0.ply)) } ?? .null }))
        }
    }

    @Test(.enabled(if: Oracle.hasCBOR || Oracle.isRequired, cborNote))
    func randomLogsAreReadAlike() throws {
        var logs: [Log] = []
        for seed in UInt64(1000)..<1400 {
            var random = RandomLog(seed: seed)
            logs.append(try random.log())
        }
        let lines = try Oracle.run(script: "heads.py", on: logs.map { "log \($0.seats) \(hex($0.bytes))" })
        try #require(lines.count == logs.count)
        for (index, (log, line)) in zip(logs, lines).enumerated() {
            #expect(try Value(json: line)["plies"] == Self.description(of: log), "seed \(1000 + index)")
        }
    }

    @Test(.enabled(if: Oracle.hasCryptography || Oracle.isRequired, cryptographyNote))
    func signaturesAreVerifiedAlike() throws {
        let matches = try Self.matches()
        var urls = try matches.map { try $0.url() }
        // the same message with one changed signature, for each seat: the oracle must reject these
        // messages
        for test in matches {
            let spoiled = test.log.signatures.map { signature in
                signature.flatMap { old in
                    (try? Signature(old.signature.bytes.reversed())).map { SeatSignature(ply: old.ply, signature: $0) }
                }
            }
            let log = try SignedLog(match: test.match, log: test.log.log, signatures: spoiled)
            urls.append(
                try MessageURLCoder().url(
                    of: Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))))
        }
        let lines = try Oracle.run(script: "signatures.py", on: urls)
        try #require(lines.count == urls.count)
        for (index, line) in lines.enumerated() {
            let test = matches[index % matches.count]
            let read = try Value(json: line)
            let isGenuine = index < matches.count
            #expect(read["seats"] == .array(test.log.signatures.map { $0 == nil ? .null : .bool(isGenuine) }))
            #expect(read["joins"]?.arrayValue?.allSatisfy { $0 == true } == true)
            #expect(read["bets"]?.arrayValue?.allSatisfy { $0 == true } == true)
            #expect(read["bets"]?.arrayValue?.count == test.log.log.plies.reduce(0) { $0 + $1.bets.count })
            #expect(read["book"] == Self.description(of: BetBook(of: test.log)), "match \(index)")
            #expect(try MessageURLCoder().envelope(from: urls[index]).signedLog.forgery() == nil || !isGenuine)
        }
    }

    /// Offers, and bets that are signed for another place.
    @Test(.enabled(if: Oracle.hasCryptography || Oracle.isRequired, cryptographyNote))
    func betsAreVerifiedAlike() throws {
        let test = try TestMatch.seated()
        let bet = try test.bet("Zoë", on: 2, 100, number: 3)
        let wrong = try Bet(bettor: bet.bettor, pool: 1, chips: 100, signature: bet.signature)
        let carried = try test.carrying(bet, seat: 1)
        let urls = [try test.url(offering: bet), try test.url(offering: wrong), try carried.url()]
        let lines = try Oracle.run(script: "signatures.py", on: urls).map { try Value(json: $0) }
        try #require(lines.count == 3)
        #expect(lines.map { $0["offer"] } == [true, false, .null])
        #expect(lines[2]["bets"] == [false])
        #expect(carried.log.forgery() == .bet(ply: 2))
        for (url, isSigned) in zip(urls, [true, false]) {
            #expect((try MessageURLCoder().envelope(from: url).forgery() == nil) == isSigned)
        }
    }

    private static func description(of book: BetBook) -> Value {
        .array(
            book.entries.map { entry in
                [entry.ply, entry.number, entry.bet.pool, entry.bet.chips].map { .int(Int64($0)) }
            }.map(Value.array))
    }

    private static func description(of log: Log) -> Value {
        .array(
            log.plies.map { ply in
                let place: Value = [.alone: 0, .beginsRound: 1, .continuesRound: 2][ply.place] ?? .null
                let kind =
                    switch ply.action {
                    case .move(.index): "move"
                    case .move(.typed): "typed"
                    case .seal: "seal"
                    case .hide: "hide"
                    case .open: "open"
                    case .reveal: "reveal"
                    case .join: "join"
                    case .start: "start"
                    case .witness: "witness"
                    case .resign: "resign"
                    case .claim: "claim"
                    case .close: "close"
                    }
                return [.int(Int64(ply.seat)), place, .string(kind), .string(hex(ply.bytes))]
            })
    }
}
