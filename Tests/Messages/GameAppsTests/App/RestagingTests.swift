import Conversations
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing

/// The default behaviour if the match changes while a draft is staged: the open game stages the
/// move again.
@Suite struct RestagingTests {
    private let game = "rock-paper-scissors"

    /// Returns a room after the first round. In the second round, Ann has staged her move, and
    /// Bob's message with his move waits for delivery.
    private func room() throws -> Room {
        let room = try Room(["Ann", "Bob"], games: [try openRounds(live: true)], profile: .documented)
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.play("paper", game, by: bob)
        try room.play("rock", game, by: ann)
        try room.open(game, on: ann)
        try ann.touch("scissors", of: game, in: room.chat)
        try room.open(game, on: bob)
        try bob.touch("rock", of: game, in: room.chat)
        try bob.perform(.userSend, of: game, in: room.chat)
        return room
    }

    private func record(_ device: SimulatedDevice, _ room: Room) throws -> MatchRecord {
        try #require(device.match(of: game, in: room.chat)).record
    }

    private func finish(_ room: Room) throws {
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        let draft = try #require(try record(ann, room).draft)
        #expect(try !record(ann, room).draftIsStale)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == draft.url)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.open(game, on: bob)
        #expect(try record(ann, room).signedLog.head == record(bob, room).signedLog.head)
        #expect(ann.news == [] && bob.news == [])
    }

    @Test func theOpenGameStagesAnew() throws {
        let room = try room()
        let before = try #require(try record(room["Ann"], room).draft)
        try room.deliver()
        #expect(try record(room["Ann"], room).draft?.url != before.url)
        try finish(room)
    }

    @Test func aBubbleLeavesThatToTheGame() throws {
        let room = try room()
        let ann = try room["Ann"]
        let before = try #require(try record(ann, room).draft)
        try ann.perform(.close, of: game, in: room.chat)
        ann.look(at: room.chat)
        try room.deliver()  // the live bubble reads the message that arrives
        #expect(try record(ann, room).draftIsStale)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == before.url)
        try room.open(game, on: ann)
        try ann.perform(.collapse, of: game, in: room.chat)
        try finish(room)
    }
}
