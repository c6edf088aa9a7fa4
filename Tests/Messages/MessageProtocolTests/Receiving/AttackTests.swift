import Testing
import Values

@testable import MessageProtocol

/// Attacks on fair play against the receiver. Ana and Bob play; the attacker has only her own key.
@Suite struct AttackTests {
    private static func played(_ counts: [Int] = []) throws -> TestMatch {
        var test = try TestMatch.seated()
        try test.takeSticks(counts)
        return test
    }

    /// Returns the url of a log with the signatures that the attacker has, from a sender of her
    /// choice.
    private static func url(
        _ test: TestMatch, plies: [Ply], signatures: [SeatSignature?], sender: Int, digest: [UInt8]? = nil
    ) throws -> String {
        let log = try SignedLog(
            match: test.match, log: try Log(seats: test.match.setup.seats, plies: plies), signatures: signatures)
        let envelope = try Envelope(
            log, sender: sender, standingDigest: digest ?? [UInt8](repeating: 0, count: 8))
        return try MessageURLCoder().url(of: envelope)
    }

    /// Ana sees Bob's answer and regrets her move: another move would have given her a second one.
    /// Her new log is longer.
    @Test func takingBackAMoveAfterTheAnswerByAnExtraTurnFork() throws {
        // twenty sticks; leaving fourteen or seven gives another turn
        let start = try Self.played([1, 2])
        let answered = try start.with(1, .move(1)).with(2, .move(1))
        let takenBack = try start.with(1, .move(3), .move(1)).with(1, .resign)
        #expect(takenBack.log.log.plies.count > answered.log.log.plies.count)
        let long = try start.with(1, .move(3), .move(1))
        #expect(try answered.verdict(of: 2, on: long) == .kept(.builtOn))
        #expect(try answered.verdict(of: 2, on: takenBack) == .kept(.builtOn))
        // Ana's own device also returns to the log with Bob's answer when the device reads that log
        #expect(try long.verdict(of: 1, on: answered).adopted == answered.log)
    }

    /// Bob claims that Ana is overdue while her message with the move is on its way.
    @Test func aClaimAgainstAMoveInFlight() throws {
        let start = try Self.played([1, 2])
        let claimed = try start.with(2, .claim(against: 1))
        let moved = try start.with(1, .move(1))
        #expect(try claimed.verdict(of: 2, on: moved).adopted == moved.log)
        #expect(try moved.verdict(of: 1, on: claimed) == .kept(.builtOn))
        // the claim is no win, so he can't close the match
        guard case .illegalTransition(ply: _, seat: 2, _) = try moved.verdict(of: 1, on: claimed.closing(2)) else {
            Issue.record("expected the closing to be illegal")
            return
        }
    }

    /// Nobody can claim against a seat that owes no ply, or in the name of another seat.
    @Test func claimingAWin() throws {
        let start = try Self.played([1])
        // it is Bob's own turn
        guard case .illegalTransition(_, seat: 2, _) = try start.verdict(of: 1, on: start.with(2, .claim(against: 1)))
        else {
            Issue.record("expected Bob's claim to be illegal")
            return
        }
        let claim = Ply(seat: 1, action: .claim(against: 2))
        let stolen = try Self.url(
            start, plies: start.log.log.plies + [claim], signatures: start.log.signatures, sender: 1)
        #expect(start.verdict(of: 1, on: stolen) == .forged(.unsigned(ply: 3, seat: 1)))
    }

    @Test func theSameMatchIDWithAnotherSetup() throws {
        let ours = try Self.played([1, 2])
        let names = [["Ana", "Bob"], ["Eve", "Bob"]]
        for (options, names) in [(["sticks": 21], names[0]), ([:], names[1])] as [([String: Value], [String])] {
            var other = try TestMatch.seated(options: options, names: names)
            // the other log is rejected, however long it is
            try other.takeSticks([1, 1, 1, 1, 1, 1, 1, 1])
            #expect(other.match.id == ours.match.id)
            for seat in 0...2 { #expect(try ours.verdict(of: seat, on: other) == .otherMatch(ours.match.id)) }
        }
        let elsewhere = MatchIdentity(
            game: try GameID("pick"), script: ours.match.script, id: ours.match.id, setup: ours.match.setup)
        let invitation = try SignedLog(inviting: elsewhere, key: ours.keys[0])
        let url = try MessageURLCoder().url(
            of: Envelope(invitation, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8)))
        #expect(ours.verdict(on: url) == .otherMatch(ours.match.id))
    }

    /// Eve relays Bob's message and changes a move of his, or of Ana's before it.
    @Test func aRelayedMessageWithChangedPlies() throws {
        let ours = try Self.played([1, 2])
        let sent = try ours.with(1, .move(1)).with(2, .move(1))
        for index in sent.log.log.plies.indices.dropFirst() {
            var plies = sent.log.log.plies
            let ply = plies[index]
            plies[index] = Ply(seat: ply.seat, action: .move(2))
            guard plies != sent.log.log.plies else { continue }
            let url = try Self.url(ours, plies: plies, signatures: sent.log.signatures, sender: 2)
            #expect(ours.verdict(of: 1, on: url).code == "forged")
        }
    }

    /// Eve relays a message and gives a ply to another seat, or names another seat as the sender.
    @Test func aRelayedMessageWithChangedSeats() throws {
        let ours = try Self.played([1, 2])
        let sent = try ours.with(1, .move(1))
        for index in sent.log.log.plies.indices.dropFirst() {
            var plies = sent.log.log.plies
            plies[index] = Ply(seat: 3 - plies[index].seat, action: plies[index].action)
            for sender in 1...2 {
                let url = try Self.url(ours, plies: plies, signatures: sent.log.signatures, sender: sender)
                #expect(ours.verdict(of: 2, on: url).code == "forged")
            }
        }
        let asBob = try Self.url(
            ours, plies: sent.log.log.plies, signatures: sent.log.signatures, sender: 2, digest: try sent.stateDigest)
        #expect(ours.verdict(of: 2, on: asBob) == .forged(.sender(seat: 2)))
    }

    /// Eve cuts plies off at the end. The rest is either a log that its seats once signed, or
    /// invalid.
    @Test func aRelayedMessageCutShort() throws {
        let sent = try Self.played([1, 2, 1])
        for count in 0..<sent.log.log.plies.count {
            let plies = Array(sent.log.log.plies.prefix(count))
            let url = try Self.url(sent, plies: plies, signatures: sent.log.signatures, sender: 1)
            #expect(TestMatch.unknown(url).code == "forged")
        }
    }

    /// An app with a correct state check and an illegal move is named.
    @Test func aModifiedAppsIllegalMoves() throws {
        let ours = try Self.played([1, 2])
        let legal = try ours.with(1, .move(3))
        for cheat in [
            try ours.with(1, .move(4)), try ours.with(1, .move(.typed(name: "take", argument: 7))),
            try ours.with(1, .move(.typed(name: "win", argument: .null))), try ours.with(1, .move(.index(1 << 20))),
            // one move too many, and a move in turn where a round is due
            try ours.with(1, .move(1), .move(1)), try ours.with(1, .move(1), placement: .newRound),
        ] {
            let envelope = try Envelope(cheat.log, sender: 1, standingDigest: try legal.stateDigest)
            let verdict = ours.verdict(of: 2, on: try MessageURLCoder().url(of: envelope))
            guard case .illegalTransition(let ply, seat: 1, _) = verdict else {
                Issue.record("expected seat 1 to be named, found \(verdict)")
                continue
            }
            #expect(ply == cheat.log.log.plies.count)
        }
        // a legal move with a wrong state is only a disagreement and accuses nobody
        let wrong = try Envelope(legal.log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
        #expect(ours.verdict(of: 2, on: try MessageURLCoder().url(of: wrong)) == .corrupted)
    }

    /// Ana plays for Bob, with her own key or with a signature that he made elsewhere.
    @Test func aForgedSeat() throws {
        let ours = try Self.played([1])
        let plies = ours.log.log.plies + [Ply(seat: 2, action: .move(1))]
        let heads = try Log(seats: 2, plies: plies).heads(of: ours.match)
        let payload = SigningPayload.bytes(
            of: try Log(seats: 2, plies: plies), heads: heads, seat: 2, upTo: plies.count - 1)
        let byAna = SeatSignature(ply: plies.count, signature: try ours.keys[0].signature(over: payload))
        let url = try Self.url(ours, plies: plies, signatures: [ours.log.signatures[0], byAna], sender: 2)
        #expect(ours.verdict(of: 1, on: url) == .forged(.signature(seat: 2)))
        // on Bob's own device: a ply of our seat that our key didn't sign
        #expect(ours.verdict(of: 2, on: url) == .forged(.signature(seat: 2)))
        let bobs = try ours.with(2, .move(2)).log.signatures
        let moved = try Self.url(ours, plies: plies, signatures: bobs, sender: 2)
        #expect(ours.verdict(of: 1, on: moved) == .forged(.signature(seat: 2)))
    }

    /// Signatures of another match between the same two, with the same keys and moves.
    @Test func signaturesOfAnotherMatch() throws {
        let ours = try Self.played([1])
        var other = try TestMatch(id: 99)
        try other.add(2, .join(other.entry(2, "Bob")))
        try other.takeSticks([1, 2])
        let url = try Self.url(ours, plies: other.log.log.plies, signatures: other.log.signatures, sender: 2)
        #expect(ours.verdict(of: 1, on: url).code == "forged")
    }

    /// Anyone sends a player's earlier message again; every earlier message arrives after every
    /// later message.
    @Test func anEarlierMessageReplayed() throws {
        var stages: [TestMatch] = [try TestMatch()]
        stages.append(try Self.played())
        for counts in [[1], [1, 2], [1, 2, 1], [1, 2, 1, 1]] { stages.append(try Self.played(counts)) }
        for (now, ours) in stages.enumerated() {
            for (then, message) in stages.enumerated() {
                for seat in 0...2 {
                    let code = try ours.verdict(of: seat, on: message).code
                    #expect(code == (then < now ? "late" : then == now ? "duplicate" : "adopt"))
                }
            }
        }
    }

    /// Bob's phone and tablet accept the invitation with a key each. One device gets the seat, the
    /// other device watches.
    @Test func twoDevicesOfOneSeat() throws {
        let invited = try TestMatch()
        let tablet = SeatKey()
        let entry = SeatedPlayer(token: try DisplayName("Bob"), key: tablet.publicKey)
        var second = invited
        second.log = try invited.log.adding([.join(entry)], seat: 2, key: tablet)
        let first = try invited.with(2, .join(invited.entry(2, "Bob")))
        // Ana has read the first join, and the second join changes nothing
        #expect(try first.verdict(of: 1, on: second) == .kept(.undecided))
        let answered = try first.with(1, .move(1))
        #expect(try answered.verdict(of: 1, on: second) == .kept(.builtOn))
        // from Ana's answer the tablet learns that it has no seat
        let known = KnownMatch(second.log, ownKey: tablet.publicKey)
        #expect(known.ownSeat == 2)
        let verdict = Receiver(library: ToyLibrary()).verdict(on: try answered.url()) { _ in known }
        let adoption = try #require(verdict.adoption)
        #expect(adoption.superseded.map(\.seat) == [2])
        #expect(KnownMatch(adoption.signedLog, ownKey: tablet.publicKey).ownSeat == nil)
        // the tablet can sign nothing more for the seat
        #expect(code { try answered.log.adding([.move(1)], seat: 2, key: tablet) } == "malformed")
    }

    /// A seat enters a round, sees the other seat's entry, and enters the round again with another
    /// move.
    @Test func choosingARoundsMoveAfterSeeingTheOthers() throws {
        let start = try TestMatch.seated("pick")
        let bobs = try start.entering(1, 1, new: true).entering(2, 2)
        let changed = try start.entering(1, 3, new: true).entering(2, 2)
        #expect(try bobs.verdict(of: 2, on: changed) == .kept(.undecided))
        // Bob's signature over his next entry also covers the round as he saw it
        let onward = try bobs.entering(2, 1, new: true)
        #expect(try onward.verdict(of: 2, on: changed) == .kept(.builtOn))
        #expect(try changed.verdict(of: 1, on: onward).adopted == onward.log)
    }

    /// In a match of three, one seat sends different moves to the other two, and each of them
    /// answers.
    @Test func twoStoriesToTwoPlayers() throws {
        let start = try TestMatch.seated(names: ["Ana", "Bob", "Cat"])
        let toBob = try start.with(1, .move(1)).with(2, .move(1))
        let toCat = try start.with(3, .resign).with(1, .move(2)).with(2, .move(1))
        let other = try start.with(1, .move(2)).with(2, .move(2))
        #expect(try toBob.verdict(of: 2, on: other) == .disputed(Dispute(seats: [1], theirs: other.log)))
        #expect(try other.verdict(of: 3, on: toBob) == .disputed(Dispute(seats: [1], theirs: toBob.log)))
        // Cat's answer decides, on every device that reads both logs
        let decided = try other.with(3, .move(1))
        #expect(try toBob.verdict(of: 2, on: decided).adopted == decided.log)
        #expect(try decided.verdict(of: 3, on: toBob) == .kept(.builtOn))
        // a resignation before Ana's other move changes nothing
        #expect(try toBob.verdict(of: 2, on: toCat) == .disputed(Dispute(seats: [1], theirs: toCat.log)))
    }
}

extension TestMatch {
    /// Returns the verdict of a device that knows no match.
    static func unknown(_ url: String) -> Verdict {
        Receiver(library: ToyLibrary()).verdict(on: url) { _ in nil }
    }
}
