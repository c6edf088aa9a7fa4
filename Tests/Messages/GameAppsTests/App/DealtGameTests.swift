import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import RecordedHosts
import Simulation
import Testing
import Values

/// A game that a server must deal can't be played by messages, because no player may know the deck.
/// An error says this, and says where the game can be played.
@Suite struct DealtGameTests {
    private static let sentence = "Crazy Eights is dealt from a deck that nobody may see"

    @Test func aMatchDoesntBegin() throws {
        let host = try RecordedHost(script("crazy-eights"), person: "Ann")
        host.open()
        try host.touch("start")
        #expect(
            host.notices.contains { $0.hasPrefix(Self.sentence) && $0.contains("through a server") }, "\(host.notices)")
        #expect(host.requests.isEmpty && host.app.match(in: host.place) == nil)
        let seat = try SimulatedPerson("Ann", script("crazy-eights"))
        let error = #expect(throws: SessionError.self) {
            try seat.table.begin(as: seat.token, chat: seat.chat, session: seat.session, now: .zero)
        }
        #expect(error?.description.hasPrefix(Self.sentence) == true)
    }

    /// If a modified app starts such a match, nobody adopts the match.
    @Test func aMatchThatAnotherBeganIsntTaken() throws {
        let game = try script("crazy-eights")
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let (key, id) = (try ann.newKey(), MatchID.random())
        let setup = try Setup(
            rulesVersion: game.version, options: [:], seats: 2, inviterSeat: 1,
            inviter: SeatedPlayer(token: ann.token, key: key, in: id, isChained: true))
        let identity = MatchIdentity(
            game: try GameID(game.id), script: try #require(ScriptVersions.digest(of: game)), id: id, setup: setup)
        let log = try SignedLog(inviting: identity, key: key)
        let url = try MessageURLCoder().url(
            of: Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 32)))
        let reading = bob.read(url, from: ann)
        #expect(bob.table.records.isEmpty)
        #expect(reading.verdict.line.hasPrefix("This invitation doesn't fit the game's rules."))
    }
}
