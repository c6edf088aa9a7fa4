import GameRules
import MessageHost
import MessageWire
import Simulation
import Testing

/// Whole games are played in the tests of `parlor drive`; here stand the guards.
struct CorrespondenceMatchTests {
    private func envelope(_ match: CorrespondenceMatch, from seat: Int) throws -> Envelope {
        try match.carrier.envelope(from: match.message(from: seat).url)
    }

    @Test func anotherGamesScriptIsNotPlayed() throws {
        let match = try CorrespondenceMatch(of: script("tic-tac-toe"))
        let message = try envelope(match, from: 1)
        #expect(try CorrespondenceMatch.open(message, shelf: nil).verdict.code == "unknown_game")
        let other = try ScriptShelf(script("connect-four"))
        #expect(try CorrespondenceMatch.open(message, shelf: other).verdict.code == "unknown_game")
        let own = try ScriptShelf(script("tic-tac-toe"))
        #expect(try CorrespondenceMatch.open(message, shelf: own).match?.id == match.id)
    }

    @Test func drawsFollowTheIdentity() throws {
        let game = try script("blackjack")
        let match = try CorrespondenceMatch(of: game, seats: 2)
        let message = try envelope(match, from: 1)
        let copy = try #require(try CorrespondenceMatch.open(message, shelf: ScriptShelf(game)).match)
        #expect(try copy.match.digest() == match.match.digest())
        #expect(match.match.seed == Match.seed(of: message.signedLog.match))
        let another = try CorrespondenceMatch(of: game, seats: 2)
        #expect(another.match.seed != match.match.seed)
        #expect(throws: TableError.self) { try CorrespondenceMatch(of: game, seats: 2, seed: 1).message(from: 1) }
    }

    @Test func aMessageThatSaysNothingNewChangesNothing() throws {
        let game = try script("tic-tac-toe")
        let match = try CorrespondenceMatch(of: game)
        try match.match.play("b2", seat: 1)
        let early = try envelope(match, from: 1)
        try match.match.play("a1", seat: 2)
        let late = try envelope(match, from: 2)
        try match.match.play("a2", seat: 1)
        let copy = try #require(try CorrespondenceMatch.open(late, shelf: ScriptShelf(game)).match)
        #expect(try copy.receive(early).verdict.code == "late")
        #expect(try copy.receive(late).verdict == .duplicate)
        #expect(try match.receive(late).verdict == .duplicate)
        #expect(try match.match.status.ply == 3, "what isn't signed yet stays")
        #expect(try match.message(from: 1).held == 0)
    }

    /// The message with a resignation that a move crossed may turn up at any time: whoever had played on would lose by it.
    @Test func whoResignedStandsByIt() throws {
        let game = try script("tic-tac-toe")
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptShelf(game)).match)
        try bob.match.leave(seat: 2, why: "resigned")
        let old = try envelope(bob, from: 2)
        try ann.match.play("a3", seat: 1)
        #expect(try bob.receive(envelope(ann, from: 1)).lost.count == 1)
        try bob.match.play("b2", seat: 2)
        #expect(throws: TableError.self) { try bob.message(from: 2) }
        try bob.go(to: 1)
        try bob.match.leave(seat: 2, why: "resigned")
        _ = try ann.receive(envelope(bob, from: 2))
        #expect(try ann.match.status.outcome == .win([1]))
        #expect(try ann.receive(old).verdict.code != "adopt")
    }

    /// A late message of the entry alone doesn't take the resignation behind the round back.
    @Test func aLateEntryUndoesNoResignation() throws {
        let game = try script("rock-paper-scissors")
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptShelf(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        try bob.match.play("paper", seat: 2)
        let late = try envelope(bob, from: 2)
        try ann.match.play("rock", seat: 1)
        _ = try bob.receive(envelope(ann, from: 1))
        try bob.match.leave(seat: 2, why: "resigned")
        _ = try ann.receive(envelope(bob, from: 2))
        #expect(try ann.match.status.outcome == .win([1]))
        #expect(try ann.receive(late).verdict.code == "late")
        #expect(try ann.match.status.outcome == .win([1]))
    }

    /// A claim in front of an entry doesn't make it an entry of another round: there is one choice.
    @Test func aRoundHasOneChoice() throws {
        let game = try script("rock-paper-scissors")
        let ann = try CorrespondenceMatch(of: game)
        let invitation = try ann.message(from: 1).url
        // two phones of one person, who cheats: they hold one key
        let phones = [try Seat("Bob", game, seed: 2), try Seat("Bob", game, seed: 2)]
        for phone in phones { phone.read(invitation, from: nil) }
        let match = try #require(ann.id)
        let joined = try phones[0].act(.join, in: match)
        _ = try phones[1].act(.join, in: match)  // the same key, and the same ply
        func receive(_ url: String) throws -> String { try ann.receive(ann.carrier.envelope(from: url)).verdict.code }
        #expect(try receive(joined) == "adopt")
        #expect(try receive(phones[0].act(.claim(1), in: match)) == "adopt")
        try ann.match.play("paper", seat: 1)
        _ = try ann.message(from: 1)
        #expect(try receive(phones[1].play("scissors", in: match)) == "adopt")
        let ply = try ann.match.status.ply
        try ann.match.play("rock", seat: 1)
        #expect(throws: TableError.self) { try ann.message(from: 1) }
        try ann.go(to: ply)
        try ann.match.play("paper", seat: 1)
        #expect(try ann.message(from: 1).held == 0)
    }
}
