import Testing
import Values

@testable import MessageProtocol

/// Attacks on sealed moves: by a person who relays a message, and by a seat's own second device.
@Suite struct SealAttackTests {
    private static let nothing = [UInt8](repeating: 0, count: 8)

    /// Returns a match in which both seats have sealed and revealed their moves.
    private static func opened() throws -> TestMatch {
        try TestMatch.seated("pick").sealing(1, 3, roundAt: 1, new: true).sealing(2, 2, roundAt: 1)
            .opening(1, 3, roundAt: 1, new: true).opening(2, 2, roundAt: 1)
    }

    /// Returns the verdict of a device that knows the earlier log, on a message with other plies
    /// and the old signatures. Nil if the plies can't be encoded.
    private static func verdict(_ known: TestMatch, _ sent: TestMatch, plies: [Ply]) throws -> Verdict? {
        for sender in [1, 2] {
            guard let log = try? Log(seats: 2, plies: plies),
                let signed = try? SignedLog(match: sent.match, log: log, signatures: sent.log.signatures)
            else { return nil }
            let url = try MessageURLCoder().url(
                of: Envelope(signed, sender: sender, standingDigest: try sent.stateDigest))
            let verdict = known.verdict(of: 1, on: url)
            if verdict.adopted != nil || sender == 2 { return verdict }
        }
        return nil
    }

    /// Eve relays a message and changes a revealed move, its salt or its seat, or leaves a reveal
    /// out.
    @Test func aRelayedMessageWithChangedOpenings() throws {
        let known = try TestMatch.seated("pick").sealing(1, 3, roundAt: 1, new: true).sealing(2, 2, roundAt: 1)
        let sent = try Self.opened()
        #expect(try known.verdict(of: 1, on: sent).adopted == sent.log)
        let plies = sent.log.log.plies
        guard case .open(let one, let first) = plies[3].action, case .open(let two, let second) = plies[4].action else {
            return #expect(Bool(false))
        }
        let other = try Salt([UInt8](repeating: 7, count: 16))
        let changes: [[Ply.Action]] = [
            [.open(.index(1), first), .open(two, second)], [.open(one, other), .open(two, second)],
            [.open(one, second), .open(two, first)], [.open(two, second), .open(one, first)],
            [.open(one, first), .open(.index(3), second)], [.open(one, first), .open(two, other)],
            [.open(.typed(name: "pick", argument: 3), first), .open(two, second)],
        ]
        for (number, actions) in changes.enumerated() {
            var changed = plies
            for (index, action) in actions.enumerated() { changed[3 + index] = plies[3 + index].acting(action) }
            let verdict = try #require(try Self.verdict(known, sent, plies: changed))
            #expect(verdict.code == "forged", "\(number): \(verdict)")
        }
        // one reveal is left out, but the seat's signature covers the reveal
        let verdict = try #require(try Self.verdict(known, sent, plies: Array(plies.dropLast())))
        #expect(verdict.code == "forged")
        // the commitment of another move replaces the signed commitment
        var swapped = plies
        swapped[1] = plies[1].acting(plies[2].action)
        #expect(try Self.verdict(known, sent, plies: swapped)?.code == "forged")
    }

    /// Eve changes the key or the moves of a disclosure, or leaves the disclosure out.
    @Test func aRelayedMessageWithChangedDisclosures() throws {
        var over = try TestMatch(options: ["sticks": 2])
        try over.add(2, .join(over.entry(2, "Bob")))
        for (seat, move) in [(1, 5), (2, 6)] {
            let place = over.place(of: seat, at: over.log.log.plies.count)
            try over.add(seat, CommitmentKey(of: over.keys[seat - 1]).hide(.index(move), at: place))
        }
        let key = CommitmentKey(of: over.keys[0])
        let closed = try over.with(1, .close(Disclosure(key: key, moves: [.index(5)])), placement: .newRound)
        #expect(try over.verdict(of: 2, on: closed).adopted == closed.log)
        let changes: [Disclosure?] = [
            nil, Disclosure(key: key, moves: [.index(6)]), Disclosure(key: key, moves: [.index(5), .index(5)]),
            Disclosure(key: CommitmentKey(of: over.keys[1]), moves: [.index(5)]),
        ]
        for change in changes {
            var plies = closed.log.log.plies
            plies[plies.count - 1] = plies[plies.count - 1].acting(.close(change))
            #expect(try Self.verdict(over, closed, plies: plies)?.code == "forged", "\(String(describing: change))")
        }
    }

    /// Two devices have a seat's key, for example a phone and a restored backup of the phone. The
    /// second device can't take back a ply of the first device by sealing or playing over the same
    /// head.
    @Test func theSameKeyInTwoPlaces() throws {
        let start = try TestMatch.seated("pick")
        let phone = try start.sealing(1, 3, roundAt: 1, new: true)
        let copy = try start.sealing(1, 2, roundAt: 1, new: true)
        #expect(phone.log.head != copy.log.head)
        #expect(try phone.verdict(of: 2, on: copy).adopted == nil)
        // Bob answers the first log: it stays, and it no longer matters that a seat signed two
        // versions
        let answered = try phone.entering(2, 1)
        #expect(try answered.verdict(of: 2, on: copy).adopted == nil)
        let crossing = try copy.entering(2, 1)
        #expect(try answered.verdict(of: 2, on: crossing).adopted == nil, "nor if he had answered the copy, too")
        // the copy has seen Bob's choice, but can't reveal another move, neither in Bob's log nor
        // after its own commitment
        let behind = try crossing.opening(1, 2, roundAt: 1, new: true)
        #expect(try answered.verdict(of: 2, on: behind).adopted == nil)
        let lie = try answered.opening(1, 2, roundAt: 1, new: true)
        #expect(try answered.verdict(of: 2, on: lie) == .forged(.opening(ply: 4, seat: 1)))
        let truth = try answered.opening(1, 3, roundAt: 1, new: true)
        #expect(try answered.verdict(of: 2, on: truth).adopted == truth.log)
        // the copy returns to the log that Bob continued
        let onward = try truth.entering(2, 3, new: true)
        for stale in [copy, crossing, behind] {
            #expect(try stale.verdict(of: 1, on: onward).adopted == onward.log)
            #expect(try onward.verdict(of: 2, on: stale).adopted == nil)
        }
    }

    /// Two devices with one key sign different moves, or open a chain link. Both open the same
    /// link, and the draw doesn't depend on the move.
    @Test func theSameKeyDrawsTheSame() throws {
        let start = try TestMatch.drawing()
        let (phone, copy) = (try start.with(1, .move(1)), try start.with(1, .move(4)))
        #expect(phone.log.log.latestLinks == copy.log.log.latestLinks)
        let answered = try phone.with(2, .witness)
        #expect(try answered.verdict(of: 2, on: copy).adopted == nil)
        #expect(try copy.verdict(of: 1, on: answered).adopted?.head == answered.log.head)
        #expect(try answered.draws == copy.with(2, .witness).draws)
        // in a match of three, everybody learns which seat signed two versions
        let group = try TestMatch.seated(names: ["Ana", "Bob", "Cai"])
        let one = try group.with(1, .move(1)).with(2, .move(1))
        let two = try group.with(1, .move(2)).with(2, .move(2))
        #expect(try one.verdict(of: 3, on: two) == .disputed(Dispute(seats: [1], theirs: two.log)))
    }

    /// A message that adds only reveals is new.
    @Test func openingsAloneAreNoDuplicate() throws {
        let sealed = try TestMatch.seated("pick").sealing(1, 3, roundAt: 1, new: true).sealing(2, 2, roundAt: 1)
        let first = try sealed.opening(1, 3, roundAt: 1, new: true)
        #expect(try sealed.verdict(of: 2, on: first).adopted == first.log)
        let both = try first.opening(2, 2, roundAt: 1)
        #expect(try first.verdict(of: 1, on: both).adopted == both.log)
        #expect(try both.verdict(of: 1, on: both).code == "duplicate")
        // the message is sent by the seat that revealed, and by the seat that united the two logs
        let second = try sealed.opening(2, 2, roundAt: 1, new: true)
        #expect(try second.verdict(of: 2, on: first).adopted == both.log)
        let united = try #require(try first.verdict(of: 1, on: second).adopted)
        #expect(united == both.log)
    }

    /// Two seats put the third seat out while its message with the reveal is on its way. The round
    /// that the two start again doesn't contain the revealed move.
    @Test func anOpeningThatCrossesClaimsOpensOneRound() throws {
        let names = ["Ana", "Bob", "Cai"]
        let sealed = try TestMatch.seated("pick", names: names).entering(1, 1, new: true).sealing(3, 3, roundAt: 1)
            .entering(2, 2)
        let complete = try TestMatch.seated("pick", names: names).entering(1, 1, new: true).entering(2, 2)
            .sealing(3, 3, roundAt: 1)
        #expect(sealed.log.log.plies.count == complete.log.log.plies.count)
        let out = try complete.with(1, .claim(against: 3)).with(2, .claim(against: 3))
        let crossing = try complete.opening(3, 3, roundAt: 1, new: true)
        // in that log the entry of the seat that was put out stays sealed, and a later reveal is
        // rejected
        let behind = try? out.opening(3, 3, roundAt: 1, new: true)
        if let behind { #expect(try out.verdict(of: 1, on: behind).code == "illegal_transition") }
        // in the log of the two, the new round has another place and so another salt of that seat,
        // about which the reveal says nothing
        let key = CommitmentKey(of: complete.keys[2])
        let places = [complete.place(of: 3, at: 1), out.place(of: 3, at: out.log.log.plies.count)]
        #expect(places[0] != places[1] && key.salt(of: 3, at: places[0]) != key.salt(of: 3, at: places[1]))
        // the honest third seat has built on no ply of the two, and its device reports which seats
        // put it out
        let verdict = try crossing.verdict(of: 3, on: out)
        #expect(verdict.adopted == nil || verdict.adoption?.superseded.map(\.seat) == [3], "\(verdict)")
    }
}
