import Foundation
import Parlor
import Testing

@testable import ParlorCommand
@testable import Scenes

/// Strangers' pictures in a terminal.
@Suite struct PNGPixelsTests {
    /// A picture of two by two pixels: red, green; blue, transparent.
    private static let four =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR4nGP4z8DwHwyBNIhgAAA/0gX7yxemzgAAAABJRU5ErkJggg=="
    /// A picture whose header says two by nine pixels, with data for two rows.
    private static let lying =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAAJCAYAAAAYcf3nAAAADklEQVR4nGP4DwUMMAYAj4IP8TylVlEAAAAASUVORK5CYII="

    private static func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

    @Test func decodesPNG() throws {
        let file = try ImageFile(Self.bytes(Self.four))
        let raster = try #require(try PNGPixels.shared.raster(of: file, columns: 40, rows: 20))
        #expect(raster.pixels == [196, 46, 21, nil])
    }

    @Test func aHeaderThatLiesIsDamage() throws {
        let file = try ImageFile(Self.bytes(Self.lying))
        #expect(throws: ImageProblem.damaged("it can't be unpacked")) {
            try PNGPixels.shared.raster(of: file, columns: 40, rows: 20)
        }
    }

    /// Changes any byte of the packed data, with a corrected checksum.
    @Test func damageWithinIsNoCrash() throws {
        let whole = try Self.bytes(Self.four)
        let packed = 41..<60
        for place in packed {
            for bit in 0..<8 {
                var changed = whole
                changed[place] ^= 1 << UInt8(bit)
                let sum = PNGStructure.checksum(changed[37..<60])
                for index in 0..<4 { changed[60 + index] = UInt8(sum >> (24 - 8 * index) & 0xff) }
                let file = try ImageFile(changed)
                _ = try? PNGPixels.shared.raster(of: file, columns: 40, rows: 20)
            }
        }
    }

    private static let source = """
        local parlor, scene = require "parlor", require "parlor.scene"
        return parlor.game {
          title = "Flags", setup = function() return { n = 0 } end,
          moves = { go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end } },
          outcome = function(state) if state.n >= 3 then return parlor.draw() end end,
          scene = function() return scene.stack {
            scene.image("four.png", "A flag"), scene.image("gone.png", "A lighthouse"),
          } end,
        }
        """

    private func withGame<R>(_ body: (URL) throws -> R) throws -> R {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("flags")
            let assets = place.appendingPathComponent("assets")
            try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
            try Data(Self.source.utf8).write(to: place.appendingPathComponent("game.lua"))
            try Data(Self.bytes(Self.four)).write(to: assets.appendingPathComponent("four.png"))
            return try body(place)
        }
    }

    @Test func picturesReachTheTerminalAndTheDrawing() throws {
        try withGame { folder in
            let script = try GameCatalog(home: home).script(folder.path)
            let match = try Match(of: script)
            let images = AssetStore().images(of: folder)
            var screen = Screen(charset: .unicode, colour: .ansi)
            func board(_ screen: Screen) throws -> String {
                try screen.board(match, for: 1, lastMove: nil, images: images.forDrawing)
                    .map { $0.text(.ansi) }.joined(separator: "\n")
            }
            let drawn = try board(screen)
            #expect(
                drawn.contains("\u{1B}[38;5;196;48;5;21m▀") && drawn.contains("A lighthouse (gone.png isn't there)"))
            screen.colour = .none
            #expect(try board(screen).contains("[image: A flag]"), "half-blocks without colour are no picture")
            screen = Screen(charset: .unicode, colour: .ansi, isInWords: true)
            #expect(try board(screen).contains("Image: A flag"))
            let svg = try DriveScene(seat: nil, style: "expanded", form: "svg", renderer: TerminalRenderer())
                .draw(match).stringValue
            #expect(svg?.contains("data:image/png;base64,\(Self.four)") == true)
        }
    }

    @Test func statsSaysWhatIsHeld() throws {
        try withGame { folder in
            func typed(_ arguments: [String], _ lines: String) throws -> String {
                let run = try runProgram(["play", folder.path, "--plain"] + arguments, input: lines)
                #expect(run.errors == "", "\(run.errors)")
                return run.output
            }
            let quick = try typed([], "stats\n1\n1\nstats\n1\nstats\nquit\n")
            #expect(
                quick.contains("Pictures held: 1, 1 KB of at most 8192 KB.") && quick.contains("Pictures held: 0,"),
                "\(quick)")
            #expect(try typed(["--hot-seat"], "stats\nquit\n").contains("Pictures held: 0,"), "no terminal drew them")
        }
    }
}
