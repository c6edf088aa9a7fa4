import Conversations
import GameRules
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// Stickers that a person inserts on a device.
@Suite struct DeviceStickersTests {
    private let game = "tic-tac-toe"

    private func room() throws -> Room { try Room(["Ann", "Bob"], games: [try script("tic-tac-toe")]) }

    @Test func aPersonSendsASticker() throws {
        let room = try room()
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        #expect(ann.stickers(of: game).map(\.name) == ["cross.png", "draw.png", "nought.png"])
        try ann.insertSticker("cross.png", of: game, in: room.chat, size: .small)
        guard case .sticker(let staged) = ann.chats[room.chat]?.draft.pieces.first else {
            Issue.record("no sticker in the draft field")
            return
        }
        #expect(staged.label == "A red cross" && staged.size == .small)
        #expect(ann.log.entries.isEmpty)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        for device in [ann, bob] {
            guard case .sticker(let sent) = device.chats[room.chat]?.transcript.items.last?.content else {
                Issue.record("no sticker in \(device.person)'s transcript")
                continue
            }
            #expect(sent == staged)
        }
    }

    @Test func whatIsLoadedIsCountedAndLetGo() throws {
        let room = try room()
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        let app = try #require(ann.app(of: game))
        let before = app.memoryUsed
        #expect(app.stickers.loadedBytes == 0)
        let sticker = try ann.sticker("nought.png", of: game)
        #expect(app.stickers.loadedBytes == sticker.data.count)
        #expect(app.memoryUsed == before + sticker.data.count)
        try ann.perform(.close, of: game, in: room.chat)
        #expect(app.stickers.loadedBytes == 0)
        #expect(app.memoryUsed == 0)
        // after an insert while the game isn't open, no picture stays loaded
        try ann.insertSticker("draw.png", of: game, in: room.chat)
        #expect(app.stickers.loadedBytes == 0)
        // if the system ends the game, the pictures are released, too
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        _ = try ann.sticker("nought.png", of: game)
        let main = try #require(ann.log.entries.last?.event?.instance)
        try ann.perform(.kill(main), of: game, in: room.chat)
        #expect(app.stickers.loadedBytes == 0)
    }

    @Test func whatIsNoStickerIsRefused() throws {
        let room = try room()
        let ann = try room["Ann"]
        for name in ["none.png", "../game.lua", "labels.txt", ""] {
            #expect(throws: DeviceError.self, "\(name)") { try ann.insertSticker(name, of: game, in: room.chat) }
        }
        #expect(throws: DeviceError.self) { try ann.insertSticker("cross.png", of: "chess", in: room.chat) }
        #expect(throws: DeviceError.self) { try ann.insertSticker("cross.png", of: game, in: Chat.ID("none")) }
        #expect(ann.chats[room.chat]?.draft.isEmpty == true)
    }
}
