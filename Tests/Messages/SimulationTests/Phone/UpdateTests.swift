import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

/// Games that aren't installed, have another version, or are updated during a match.
@Suite struct UpdateTests {
    private let game = "tic-tac-toe"

    /// Returns the game with other rules under the same name.
    private func updated() throws -> GameScript {
        let catalog = try GameCatalog(home: home)
        let folder = try catalog.folder(game)
        let source = try #require(folder.files["game.lua"]).replacingOccurrences(
            of: "version = 1", with: "version = 2")
        return try GameScript(GameFolder(id: game, game: source), library: catalog.library)
    }

    private func begin(_ room: Room) throws {
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try ann.touch("b2", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
    }

    @Test func aMatchIsReadOnceItsGameIsInstalled() throws {
        let room = try Room(["Ann", "Bob"], games: [])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.install(script(game))
        try begin(room)
        let bubble = try #require(bob.chats[room.chat]?.transcript.items.last?.bubble)
        #expect(bubble.game == game && bubble.message.layout?.template.caption != nil, "it shows its texts")
        #expect(throws: DeviceError.self) { try bob.perform(.openFromDrawer(), of: game, in: room.chat) }
        try bob.install(script(game))
        try room.play("a1", game, by: bob)
        try room.open(game, on: ann)
        #expect(ann.match(of: game, in: room.chat)?.status.ply == 2)
    }

    @Test func aMatchEndsUnderTheRulesItBeganWith() throws {
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try begin(room)
        try ann.install(updated())
        for (device, move) in [(bob, "a1"), (ann, "a2"), (bob, "a3"), (ann, "c2")] {
            try room.play(move, game, by: device)
        }
        try room.open(game, on: bob)
        for device in [ann, bob] {
            #expect(device.match(of: game, in: room.chat)?.status.outcome == .win([1]), "\(device.person)")
            #expect(device.match(of: game, in: room.chat)?.record.signedLog.match.setup.rulesVersion == 1)
        }
    }

    /// An update keeps the game's store, the match and the ids of people. Running instances are
    /// ended.
    @Test func anUpdateKeepsTheStoreAndWhatIsOpen() throws {
        func version(_ number: Int) throws -> GameScript {
            try hooked(
                """
                did_become_active = function(app, conversation)
                  print("version \(number)", app.store.seat, conversation.local_participant)
                end,
                did_touch = function(app, conversation, deed)
                  if deed == "begin" then return app.match:begin() end
                  if deed == "keep" then app.store.seat = "red" return end
                  conversation:insert(parlor.message { url = "?live",
                    layout = parlor.live_layout { alternate = parlor.template_layout {} } })
                end,
                did_begin = function() end,
                """)
        }
        let room = try Room(["Ann", "Bob"], games: [try version(1)])
        let ann = try room["Ann"]
        ann.look(at: room.chat)
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        for deed in ["keep", "begin", "live"] { try ann.touch(deed, of: "witness", in: room.chat) }
        let match = try #require(ann.match(of: "witness", in: room.chat)?.record.id)
        let before = ann.printedLines.count
        let (ids, last) = (Set(ann.runningInstances(of: "witness")), ann.log.entries.count)
        #expect(ids.count == 2, "the open game, and the draft")
        try ann.install(version(2))
        #expect(ann.style(of: "witness") == nil, "the system ended the open game")
        #expect(ann.app(of: "witness")?.store.values["seat"] == "red")
        #expect(ann.match(of: "witness", in: room.chat)?.record.id == match)
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        #expect(ann.match(of: "witness", in: room.chat)?.record.id == match)
        let lines = ann.printedLines.dropFirst(before)
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("version 2\tred\t") }, "\(ann.printedLines)")
        #expect(Set(ann.printedLines.map { $0.split(separator: "\t").last }).count == 1, "Ann is who she was")
        #expect(Set(ann.runningInstances(of: "witness")).isDisjoint(with: ids), "no instance's name is used again")
        #expect(!ann.log.entries[last...].contains { $0.event.map { ids.contains($0.instance) } == true })
        #expect(ann.notices.isEmpty, "\(ann.notices)")
    }

    @Test func aMessageOfANewerVersionWaitsForTheUpdate() throws {
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.install(updated())
        try begin(room)
        try room.open(game, on: bob)
        #expect(bob.match(of: game, in: room.chat) == nil)
        #expect(bob.news == ["This match needs another version of tic-tac-toe. Install it to continue."])
        try bob.install(updated())
        #expect(bob.match(of: game, in: room.chat)?.status.ply == 1)
        try room.play("a1", game, by: bob)
        try room.open(game, on: ann)
        #expect(ann.match(of: game, in: room.chat)?.status.ply == 2)
    }
}
