import GameRules
import MessageHost
import MessageWire
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
}
