import Testing

@testable import MessageProtocol

@Suite struct ParticipantDirectoryTests {
    @Test func aSenderIsConfirmedOnce() throws {
        let test = try TestMatch.seated()
        var who = ParticipantDirectory<String>(ownKey: test.keys[0].publicKey)
        #expect(who.ownSeat(in: test.log.roster) == 1)
        #expect(who.label(of: 1, in: test.log.roster) == "you")
        #expect(who.label(of: 2, in: test.log.roster) == "seat 2, not confirmed")
        #expect(try who.note(test.envelope(), from: "P") == .confirmed)
        #expect(who.participant(on: 2, of: test.log.roster) == "P")
        #expect(who.label(of: 2, in: test.log.roster) == "Bob")
        #expect(try who.note(test.envelope(), from: "P") == .known)
    }

    @Test func aForwardedCopyConfirmsNothing() throws {
        let test = try TestMatch.seated(names: ["Ana", "Bob", "Cat"])
        let moved = try test.with(1, .move(1)).with(2, .move(1))
        var who = ParticipantDirectory<String>(ownKey: test.keys[2].publicKey)
        #expect(try who.note(test.envelope(), from: "P") == .confirmed)
        // another person forwards the message; then P forwards Bob's message
        #expect(try who.note(test.envelope(), from: "Q") == .forwarded)
        #expect(try who.note(moved.envelope(), from: "P") == .forwarded)
        #expect(who.participant(on: 2, of: moved.log.roster) == nil)
        #expect(try who.note(moved.envelope(), from: "Q") == .confirmed)
        #expect(who.participants.count == 2)
    }

    @Test func ownMessagesAndOpenSeatsConfirmNothing() throws {
        let test = try TestMatch()
        var who = ParticipantDirectory<String>(ownKey: test.keys[0].publicKey)
        #expect(try who.note(test.envelope(), from: "P") == .own)
        #expect(try who.note(test.envelope(sender: 2), from: "P") == .nobody)
        #expect(who.participants.isEmpty)
        #expect(who.label(of: 2, in: test.log.roster) == "seat 2, open")
        #expect(ParticipantDirectory<String>().ownSeat(in: test.log.roster) == nil)
    }

    @Test func whoAsksForASeatIsKnownByTheKeyOfTheJoin() throws {
        let names = ["Ana", "Bob", "Cat"]
        let test = try TestMatch(names: names)
        let joins = try test.joins(names)
        var who = ParticipantDirectory<String>(ownKey: test.keys[0].publicKey)
        let request = try Envelope(test.log, sender: 3, standingDigest: test.stateDigest, join: joins[1])
        #expect(who.note(request, from: "P") == .confirmed)
        let started = try test.with(1, .start(joins))
        #expect(who.label(of: 3, in: started.log.roster) == "Cat")
        #expect(who.label(of: 2, in: started.log.roster) == "seat 2, not confirmed")
    }
}
