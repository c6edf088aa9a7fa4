import GameRules
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Dice under cups between two hosts. Each host knows only its own dice, no host can choose dice,
/// and a call waits until both seats have revealed their dice.
@Suite struct CalledDiceTests {
    /// Two hosts of liar's dice, a seat each.
    private final class Cups {
        let script: GameScript
        let hosts: [CorrespondenceMatch]
        private(set) var urls: [String] = []
        var random: SplitMix64

        init(_ script: GameScript, seed: UInt64 = 1, options: [String: Value] = ["dice": 2]) throws {
            self.script = script
            random = SplitMix64(seed: seed)
            let ann = try CorrespondenceMatch(of: script, seats: 2, options: options)
            let url = try ann.message(from: 1).url
            let opened = try CorrespondenceMatch.open(
                MessageURLCoder().envelope(from: url), shelf: ScriptVersions(script))
            hosts = [ann, try #require(opened.match)]
            urls.append(url)
            try tell(2)
        }

        /// Sends the other host the message that a seat has to send.
        func tell(_ seat: Int) throws {
            guard let url = try? hosts[seat - 1].message(from: seat).url else { return }
            urls.append(url)
            let receipt = try hosts[2 - seat].receive(MessageURLCoder().envelope(from: url))
            #expect(["adopt", "duplicate", "late"].contains(receipt.verdict.code), "\(receipt.verdict.line)")
        }

        func play(_ text: String, _ seat: Int) throws {
            try hosts[seat - 1].play(text, seat: seat)
            try tell(seat)
        }

        /// Rolls for both seats.
        func roll() throws {
            for seat in try hosts[0].match.status.turn == [1] ? [1, 2] : [2, 1] { try play("roll", seat) }
        }

        /// Plays random moves, to the end or until `isThere` returns true.
        func play(until isThere: (Cups) throws -> Bool = { _ in false }) throws {
            var (seat, quiet) = (1, 0)
            for _ in 0..<400 where try quiet < 4 && !isThere(self) {
                let before = Set(urls).count
                let host = hosts[seat - 1]
                if try host.match.status.turn == [seat], host.seatsToAnswer().isEmpty,
                    let move = try host.match.legalMoves(for: seat).randomElement(using: &random)
                {
                    try play(move.text, seat)
                } else {
                    try tell(seat)
                }
                quiet = Set(urls).count > before ? 0 : quiet + 1
                seat = 3 - seat
            }
        }

        var log: SignedLog { get throws { try #require(hosts[0].signedLog) } }
        func key(_ seat: Int) throws -> SeatKey { try #require(hosts[seat - 1].keys[seat]) }

        /// Returns the dice of another seat as far as a seat's host sees them.
        func dice(of seat: Int, seenBy viewer: Int) throws -> Value? {
            try hosts[viewer - 1].match.view(for: viewer)["secret"]?.element(at: .int(Int64(seat)))?["dice"]
        }

        /// Reads a message with plies that a changed app makes.
        func read(
            _ action: Ply.Action, by seat: Int, _ placement: SignedLog.Placement = .newRound
        ) throws -> Verdict {
            let log = try #require(hosts[seat - 1].signedLog)
            let lie = try log.adding([action], seat: seat, placement: placement, key: key(seat))
            let envelope = try Envelope(lie, sender: seat, standingDigest: [UInt8](repeating: 0, count: 8))
            return try hosts[2 - seat].receive(envelope).verdict
        }
    }

    // MARK: Honest matches

    @Test(arguments: [1, 2, 3] as [UInt64]) func bothComeToOneEnd(_ seed: UInt64) throws {
        let cups = try Cups(script("liars-dice"), seed: seed)
        try cups.play()
        let outcome = try cups.hosts[0].match.status.outcome
        #expect(outcome != nil)
        #expect(try cups.hosts[1].match.status.outcome == outcome)
        #expect(try cups.hosts[0].match.digest(public: true) == cups.hosts[1].match.digest(public: true))
        for host in cups.hosts {
            let audit = try #require(try host.audit())
            #expect(audit.verdict == .final && audit.sealed.allSatisfy { $0 >= 2 })
        }
        let log = try cups.log
        #expect(log.log.plies.contains { $0.revealed != nil })
        #expect(cups.urls.allSatisfy { $0.count < 2500 })
        // the log that is read is the same log that was sent, although the message leaves out its
        // commitments
        let sent = try MessageURLCoder().envelope(from: try #require(cups.urls.last)).signedLog
        #expect(sent.log == log.log)
        // A revealed roll takes two bytes, and its reveal a salt and a code. The bytes contain no
        // commitment.
        let opened = log.log.plies.count { $0.isHidden }
        let bytes = log.log.bytes(of: log.match)
        #expect(!bytes.indices.dropLast().contains { bytes[$0] == 0 && bytes[$0 + 1] == 0x10 }, "\(bytes)")
        #expect(bytes.count < 90 + (log.log.plies.count - opened) * 4 + opened * 22)
        // a reader of only the log gets the same result
        let rules = try MatchRules(log.match, of: cups.script, after: log.log.plies[...])
        #expect(try rules.match.status.outcome == outcome)
    }

    @Test func eachSeesItsOwnDiceOnly() throws {
        let cups = try Cups(script("liars-dice"))
        try cups.hosts[0].play("roll", seat: 1)
        #expect(try cups.dice(of: 1, seenBy: 1) == nil, "nobody knows them yet, its owner neither")
        try cups.tell(1)
        #expect(try cups.dice(of: 1, seenBy: 2) == nil)
        try cups.play("roll", 2)
        let first = try #require(try cups.dice(of: 1, seenBy: 1))
        #expect(first.arrayValue?.count == 2)
        #expect(try cups.dice(of: 2, seenBy: 2) == nil, "until seat 1 has opened a link behind it")
        try cups.play("1x2", 1)
        #expect(try cups.dice(of: 2, seenBy: 2)?.arrayValue?.count == 2)
        for (seat, viewer) in [(1, 2), (2, 1)] { #expect(try cups.dice(of: seat, seenBy: viewer) == nil) }
        // the log has a commitment for each, and no roll
        let rolls = try cups.log.log.plies.filter { $0.isHidden }
        #expect(rolls.map(\.seat) == [1, 2] && Set(rolls.compactMap(\.hidden)).count == 2)
        // both seats revealed the dice that they had seen
        let own = [first, try #require(try cups.dice(of: 2, seenBy: 2))]
        try cups.play("call", 2)
        #expect(try cups.hosts[1].match.status.turn == [1], "the call waits for seat 1")
        #expect(throws: SessionError.self) { try cups.hosts[1].play("1x3", seat: 2) }
        try cups.tell(1)
        for host in cups.hosts {
            let hands = try host.match.view(for: nil)["ended"]?["hands"]
            #expect(hands?.arrayValue == own)
        }
    }

    /// The numbers follow from the salt and the next seat's chain link, as in the protocol page.
    @Test func theDiceAreThoseOfSaltAndLink() throws {
        let cups = try Cups(script("liars-dice"))
        try cups.roll()
        let log = try cups.log
        let roll = try #require(log.log.plies.firstIndex { $0.isHidden && $0.seat == 1 })
        let link = try #require(log.log.plies[(roll + 1)...].first { $0.seat == 2 && $0.link != nil }?.link)
        let place = CommitmentContext(of: 1, inRoundAt: roll, of: log)
        let salt = CommitmentKey(of: try cups.key(1)).salt(of: .index(1), at: place)
        let book = RandomDrawLedger(log.match, isQuick: false)
        let match = try Match(keyed: cups.script, seats: 2, options: ["dice": 2])
        try match.rules.take([1: book.secretKey(of: 1, salt: salt, link: link)])
        guard case .stands = try match.moves.playOrWait("roll", seat: 1) else {
            return #expect(Bool(false), "it waits")
        }
        let dice = try match.view(for: 1)["secret"]?.element(at: .int(1))?["dice"]
        #expect(try cups.dice(of: 1, seenBy: 1) == dice)
        // another link or another salt gives another key of the roll
        let other = book.secretKey(of: 1, salt: salt, link: nil)
        #expect(other != book.secretKey(of: 1, salt: salt, link: link))
    }

    // MARK: Changed apps

    /// Returns a match in which seat 1 has called, and seat 2 owes its reveal.
    private func called() throws -> Cups {
        let cups = try Cups(script("liars-dice"))
        try cups.roll()
        try cups.play("1x2", 1)
        try cups.play("1x3", 2)
        try cups.play("call", 1)
        return cups
    }

    private func truth(_ cups: Cups, _ seat: Int) throws -> [RevealedMove] {
        let log = try cups.log
        return log.log.hidden(by: seat).compactMap {
            log.log.plies[$0].hidden.flatMap { cups.hosts[seat - 1].secrets[$0] }
        }
    }

    @Test func nothingElseIsOpened() throws {
        let cups = try called()
        let move = try #require(try truth(cups, 2).first)
        let salt = try Salt([UInt8](repeating: 9, count: 16))
        for lie in [RevealedMove(.index(2), move.salt), RevealedMove(move.move, salt)] {
            #expect(try cups.read(.reveal([lie]), by: 2, .currentRound).code == "forged")
        }
        #expect(throws: WireError.self) { try cups.read(.reveal([move, move]), by: 2, .currentRound) }
        #expect(throws: WireError.self) { try cups.read(.reveal([]), by: 2, .currentRound) }
        #expect(try cups.hosts[0].match.status.turn == [2])
        try cups.tell(2)
        #expect(try cups.hosts[0].match.view(for: nil)["ended"]?["hands"]?.arrayValue?.count == 2)
    }

    @Test func nobodyOpensBeforeACall() throws {
        let cups = try Cups(script("liars-dice"))
        try cups.roll()
        try cups.play("1x2", 1)
        let move = try truth(cups, 2)
        #expect(try cups.read(.reveal(move), by: 2).code == "illegal_transition")
    }

    /// Before the cups are open, neither the caller nor another seat can continue.
    @Test func aCallIsAnsweredFirst() throws {
        let cups = try called()
        for action in [Ply.Action.move(.index(1)), .witness] {
            #expect(try cups.read(action, by: 2, .end).code == "illegal_transition")
        }
    }

    /// A move that reveals others' cups must be legal for its seat. Otherwise honest phones would
    /// reveal their dice for an illegal move.
    @Test func aCallThatCantBeMadeOpensNothing() throws {
        let cups = try Cups(script("liars-dice"))
        try cups.play("roll", 1)
        let typed: [Value] = [.null, .int(5), .string("x"), .bytes([1]), .array([1])]
        for argument in typed {
            let move = Ply.Action.move(.typed(name: "call", argument: argument))
            #expect(try cups.read(move, by: 2, .end).code == "illegal_transition", "instead of a roll, \(argument)")
        }
        try cups.play("roll", 2)
        try cups.play("1x2", 1)
        for argument in typed {
            let move = Ply.Action.move(.typed(name: "call", argument: argument))
            #expect(try cups.read(move, by: 2, .end).code == "illegal_transition", "instead of a call, \(argument)")
        }
        #expect(try cups.hosts[0].match.status.turn == [2] && cups.hosts[0].seatsToAnswer().isEmpty)
        try cups.play("call", 2)
        try cups.tell(1)
        #expect(try cups.hosts[1].match.view(for: nil)["ended"]?["caller"] == 2)
    }

    /// A revealed move whose argument is bytes is illegal; its message isn't kept for a later
    /// attempt.
    @Test func bytesAreNoMove() throws {
        let cups = try Cups(script("liars-dice"))
        let log = try cups.log
        let place = CommitmentContext(of: 1, inRoundAt: log.log.plies.count, of: log)
        let move = LoggedMove.typed(name: "roll", argument: .bytes([1, 2]))
        let form = HiddenForm(of: move, key: try cups.key(1), at: place)
        let sealed = try log.adding([form.action], seat: 1, key: cups.key(1))
        let rules = try MatchRules(sealed.match, of: cups.script, after: sealed.log.plies[...])
        let envelope = try Envelope(sealed, sender: 1, standingDigest: rules.standingDigest())
        for host in cups.hosts { _ = try host.receive(envelope) }
        cups.hosts[0].know(form)
        try cups.play("roll", 2)
        try cups.play("1x2", 1)
        try cups.play("call", 2)
        #expect(try cups.read(.reveal([form.opened]), by: 1, .currentRound).code == "illegal_transition")
    }

    /// In a match of three, a seat that has revealed its dice resigns before all seats have. The
    /// call counts, and the seat leaves after the call.
    @Test func whoeverHasOpenedMakesNoCallVoid() throws {
        let table = try DrawnMatchTests.Table(script("liars-dice"), ["Ann", "Bob", "Cai"])
        while let seat = try table.awaited { try table.act(.answer, seat) }
        for seat in 1...3 { try table.play("roll", seat) }
        try table.play("2x2", 1)
        try table.play("call", 2)
        try table.act(.answer, 1)
        try table.act(.resign, 1)
        try table.act(.answer, 3)
        for (number, seat) in zip(1..., table.seats) {
            #expect(try seat.table.reader(of: table.id).view(for: number)["ended"]?["caller"] == 2)
            #expect(try seat.table.status(of: table.id).gone == [1])
        }
    }

    /// A roll that isn't sealed is refused, because the seat could choose its result. It would see
    /// the draw before it signs, and could roll at another place.
    @Test func aRollInTheClearIsRefused() throws {
        let cups = try Cups(script("liars-dice"))
        try cups.play("roll", 1)
        #expect(try cups.read(.move(.index(1)), by: 2, .end).code == "illegal_transition")
    }

    /// If a sealed move isn't legal where it was sealed, its owner can't reveal it. The match waits
    /// until the other seats claim.
    @Test func aSealOfNothingIsNeverOpened() throws {
        let cups = try Cups(script("liars-dice"))
        let log = try cups.log
        let place = CommitmentContext(of: 1, inRoundAt: log.log.plies.count, of: log)
        let form = HiddenForm(of: .index(7), key: try cups.key(1), at: place)
        let sealed = try log.adding([form.action], seat: 1, key: cups.key(1))
        let rules = try MatchRules(sealed.match, of: cups.script, after: sealed.log.plies[...])
        let envelope = try Envelope(sealed, sender: 1, standingDigest: rules.standingDigest())
        #expect(try cups.hosts[1].receive(envelope).verdict.code == "adopt", "nobody can tell")
        _ = try cups.hosts[0].receive(envelope)
        cups.hosts[0].know(form)
        try cups.play("roll", 2)
        try cups.play("1x2", 1)
        try cups.play("call", 2)
        let verdict = try cups.read(.reveal([form.opened]), by: 1, .currentRound)
        #expect(verdict.code == "illegal_transition", "\(verdict)")
        #expect(try cups.hosts[1].match.status.turn == [1])
    }

    /// A changed app that leaves instead of revealing loses, and the call is void. An honest app
    /// reveals before it leaves.
    @Test(arguments: [false, true]) func whoeverLeavesLoses(isHonest: Bool) throws {
        let cups = try called()
        if isHonest {
            try cups.hosts[1].resign(seat: 2)
            try cups.tell(2)
        } else {
            let log = try #require(cups.hosts[1].signedLog).adding([.resign], seat: 2, key: cups.key(2))
            let rules = try MatchRules(log.match, of: cups.script, after: log.log.plies[...])
            let envelope = try Envelope(log, sender: 2, standingDigest: rules.standingDigest())
            #expect(try cups.hosts[0].receive(envelope).verdict.code == "adopt")
        }
        #expect(try cups.hosts[0].match.status.outcome == .win([1]))
        let ended = try cups.hosts[0].match.view(for: nil)["ended"]
        #expect((ended == nil || ended == .null) == !isHonest)
    }
}
