import Conversations
import Foundation
import GameRules
import MessageProtocol
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Scenes
@testable import Simulation

/// The cached pictures for all matches of a host.
@Suite struct AssetStoreTests {
    /// A PNG of one pixel.
    private static let dot: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")
            ?? Data())

    /// Returns the dot with `count` surplus bytes of pixels.
    private static func picture(_ count: Int) -> [UInt8] {
        let body = Array("IDAT".utf8) + [UInt8](repeating: 1, count: count)
        func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }
        let chunk = word(count) + body + word(PNGStructure.checksum(body[...]))
        return Array(dot.dropLast(12)) + chunk + dot.suffix(12)
    }

    private func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let assets = folder.appendingPathComponent("assets")
        try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private func write(_ bytes: [UInt8], _ name: String, in folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent("assets/\(name)"))
    }

    @Test func aHundredPicturesAndAThousandMatchesStayWithinTheBound() throws {
        try withFolder { folder in
            for number in 0..<100 { try write(Self.picture(3000 + number), "\(number).png", in: folder) }
            let store = AssetStore(capacity: 200_000)
            var matches: [MatchImages] = []
            var most = AssetStore.Held()
            for number in 0..<1000 {
                let match = store.images(of: folder)
                matches.append(match)
                for step in 0..<7 {
                    let asset = "\((number * 31 + step * 13) % 100).png"
                    #expect(try match.image(asset).width == 1)
                    if store.held.bytes > most.bytes { most = store.held }
                }
            }
            #expect(most.bytes <= 200_000 && most.bytes > 150_000 && most.count > 40, "\(most)")
            matches.removeFirst(999)
            #expect(store.held.count == 7, "what the last match drew")
            matches = []
            #expect(store.held.count == 0 && store.held.bytes == 0)
        }
    }

    @Test func whatWasNotDrawnForLongestGoesFirst() throws {
        try withFolder { folder in
            for name in ["a", "b", "c"] { try write(Self.picture(1000), "\(name).png", in: folder) }
            let store = AssetStore(capacity: 2700)
            let match = store.images(of: folder)
            for name in ["a", "b", "a", "c"] { _ = try match.image("\(name).png") }
            #expect(store.held.count == 2)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("assets"))
            #expect(throws: Never.self) { try match.image("a.png") }
            #expect(throws: ImageProblem.unreadable("isn't there")) { try match.image("b.png") }
            store.releaseAll()
            #expect(store.held.bytes == 0)
            #expect(throws: ImageProblem.self) { try match.image("a.png") }
        }
    }

    @Test func whatTwoMatchesDrewIsReleasedWithTheSecond() throws {
        try withFolder { folder in
            try write(Self.dot, "a.png", in: folder)
            let store = AssetStore()
            var one: MatchImages? = store.images(of: folder)
            var two: MatchImages? = store.images(of: folder)
            _ = try one?.image("a.png")
            _ = try two?.image("a.png")
            #expect(store.held.count == 1 && store.held(of: folder).count == 1 && store.held(of: nil).count == 0)
            one = nil
            #expect(store.held.count == 1)
            _ = try store.images(of: folder, isKept: false).image("a.png")
            two = nil
            #expect(store.held.count == 0)
            _ = try store.images(of: folder, isKept: false).image("a.png")
            #expect(store.held.count == 0)
        }
    }

    @Test func whatIsMissingLinkedOrTooLargeIsNotRead() throws {
        try withFolder { folder in
            let store = AssetStore()
            let match = store.images(of: folder)
            let other = folder.appendingPathComponent("secret.png")
            try Data(Self.dot).write(to: other)
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("assets/link.png"), withDestinationURL: other)
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("assets/folder.png"), withIntermediateDirectories: false)
            mkfifo(folder.appendingPathComponent("assets/pipe.png").path, 0o600)
            try write(Self.picture(300_000), "large.png", in: folder)
            try write(Array(Self.dot.dropLast()), "cut.png", in: folder)
            func why(_ asset: String) -> String {
                do throws(ImageProblem) {
                    _ = try match.image(asset)
                    return "shown"
                } catch {
                    return "\(error)"
                }
            }
            #expect(why("none.png") == "isn't there" && why("../secret.png") == "isn't there")
            #expect(why("link.png").hasPrefix("is reached by a symbolic link"))
            #expect(why("folder.png") == "is no plain file" && why("pipe.png") == "is no plain file")
            #expect(why("large.png").hasSuffix("at most 262144 are shown") && why("cut.png").hasPrefix("is damaged"))
            #expect(store.held.count == 0)
            try write(Self.dot, "cut.png", in: folder)
            #expect(why("cut.png") == "shown", "it was mended")
            #expect(throws: ImageProblem.self) { try store.images(of: nil).image("cut.png") }
        }
    }

    // MARK: On phones

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
        try withFolder { parent in
            let folder = parent.appendingPathComponent("dots")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("assets"), withIntermediateDirectories: true)
            try Data(Self.source.utf8).write(to: folder.appendingPathComponent("game.lua"))
            try Data(Self.dot).write(to: folder.appendingPathComponent("assets/dot.png"))
            let script = try Catalog(home: home).script(folder.path)
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
}
