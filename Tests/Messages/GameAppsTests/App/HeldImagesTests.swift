import Conversations
import Foundation
import GameRules
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The pictures that are cached for a match on a phone.
@Suite struct HeldImagesTests {
    /// A PNG of one pixel.
    private static let dot = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")

    private static let source = """
        local parlor, scene = require "parlor", require "parlor.scene"
        return parlor.game {
          title = "Dots", setup = function() return { n = 0 } end,
          moves = { go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end } },
          outcome = function(state) if state.n >= 3 then return parlor.draw() end end,
          scene = function() return scene.image("dot.png", "A dot") end,
        }
        """

    @Test func phonesHoldAMatchsPicturesUntilItIsOver() throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: parent) }
        let folder = parent.appendingPathComponent("dots")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("assets"), withIntermediateDirectories: true)
        try Data(Self.source.utf8).write(to: folder.appendingPathComponent("game.lua"))
        try #require(Self.dot).write(to: folder.appendingPathComponent("assets/dot.png"))
        let script = try GameCatalog(home: home).script(folder.path)
        let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: 1)
        let ann = try world.device("Ann")
        func play(as person: String) throws {
            try world.perform(as: person) { phone throws(DeviceError) in
                try phone.touch("1", of: "dots", in: world.chat)
                if phone.style(of: "dots") == .expanded {
                    try phone.perform(.collapse, of: "dots", in: world.chat)
                }
                try phone.perform(.userSend, of: "dots", in: world.chat)
            }
            try world.settle()
        }
        func tap(_ person: String) throws {
            try world.perform(as: person) { phone throws(DeviceError) in
                let item = phone.lastBubble(of: "dots", in: world.chat)
                if let item { _ = try phone.tap(item.id, in: world.chat) }
            }
        }
        try world.perform(as: "Ann") { phone throws(DeviceError) in
            try phone.perform(.openFromDrawer(), of: "dots", in: world.chat)
            try phone.touch("start", of: "dots", in: world.chat)
        }
        try play(as: "Ann")
        let bubble = try #require(ann.lastBubble(of: "dots", in: world.chat)?.bubble?.message.image)
        #expect(String(decoding: bubble, as: UTF8.self).contains("data:image/png;base64,"))
        #expect(ann.app(of: "dots")?.imagesHeld.count == 1)
        try world.perform(as: "Ann") { phone throws(DeviceError) in
            try phone.perform(.memoryWarning, of: "dots", in: world.chat)
        }
        #expect(ann.app(of: "dots")?.imagesHeld.count == 0, "memory ran short")
        let bob = try world.device("Bob")
        try tap("Bob")
        try play(as: "Bob")
        #expect(bob.app(of: "dots")?.imagesHeld.count == 1)
        let app = try #require(bob.app(of: "dots"))
        #expect(app.memoryUsed > app.imagesHeld.bytes)
        try tap("Ann")
        try play(as: "Ann")
        #expect(ann.match(of: "dots", in: world.chat)?.status.outcome != nil)
        #expect(ann.app(of: "dots")?.imagesHeld.count == 0, "the match is over")
        try tap("Bob")
        #expect(bob.app(of: "dots")?.imagesHeld.count == 0)
    }
}
