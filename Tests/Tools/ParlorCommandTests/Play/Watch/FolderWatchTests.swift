import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// A script that is saved during play: the match continues under the new rules if it can.
@Suite struct FolderWatchTests {
    /// Types lines, and saves files between them.
    private final class Editing: LineSource {
        let isInteractive = false
        private var steps: [(save: String?, line: String)]
        private let file: URL

        init(_ steps: [(save: String?, line: String)], file: URL) { (self.steps, self.file) = (steps, file) }

        func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
            guard !steps.isEmpty else { return .end }
            let step = steps.removeFirst()
            if let source = step.save { try? Data(source.utf8).write(to: file, options: .atomic) }
            return .text(step.line)
        }

        func remember(_ line: String) {}
    }

    private static func source(_ choices: String, adding: String = "1", ending: String = "") -> String {
        """
        local parlor, scene = require "parlor", require "parlor.scene"
        return parlor.game {
          title = "Steps", setup = function() return { n = 0 } end,
          moves = { go = { choices = { \(choices) }, play = function(state, _, count)
            state.n = state.n + count * \(adding)
          end } },
          outcome = function(state) if state.n >= 99 then return parlor.draw() end end,
          scene = function(view) return scene.text("It is at " .. view.n) end,
        }\(ending)
        """
    }

    private func play(_ steps: [(save: String?, line: String)], isWatched: Bool = true) throws -> (
        output: String, complaints: String
    ) {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("steps")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            let file = place.appendingPathComponent("game.lua")
            try Data(Self.source("1, 2").utf8).write(to: file)
            let catalog = try GameCatalog(home: home)
            var (written, complained) = ([String](), [String]())
            let script = try catalog.script(place.path)
            let session = HotSeatMode(
                match: try Match(of: script), players: Players(count: 2), screen: Screen(),
                lines: Editing(steps, file: file), write: { written.append($0) }, complain: { complained.append($0) },
                readScript: { () throws(GameError) in try catalog.script(place.path) },
                watch: isWatched ? FolderWatch(place) : nil)
            _ = session.run()
            return (written.joined(separator: "\n"), complained.joined(separator: "\n"))
        }
    }

    @Test func theMatchGoesOnUnderTheNewRules() throws {
        let played = try play([(nil, "1"), (nil, "2"), (Self.source("1, 2, 30", adding: "2"), "30")])
        #expect(played.complaints == "", "\(played.complaints)")
        #expect(played.output.contains("It is at 3") && played.output.contains("It is at 66"), "\(played.output)")
        #expect(played.output.contains("Reloaded; 2 plies were played again."))
    }

    @Test func whatDoesNotFitIsNamedAndTheOldRulesKeepRunning() throws {
        let played = try play([(nil, "1"), (nil, "2"), (Self.source("1"), "2")])
        #expect(
            played.complaints.contains("Ply 2, '2' of seat 2, isn't legal under the new rules"),
            "\(played.complaints)")
        #expect(played.output.contains("The match continues with the old rules"))
        #expect(played.output.contains("It is at 5"), "\(played.output)")
    }

    @Test func aScriptThatCannotBeLoadedIsShownWithItsLine() throws {
        let played = try play([(nil, "1"), (Self.source("1", ending: "\n}"), "2")])
        #expect(played.complaints.contains("can't be loaded") && played.complaints.contains("> 10 | }"), "\(played)")
        #expect(played.output.contains("It is at 3"))
    }

    /// If loading the new text or replaying the match under it exceeds a limit, the report is about
    /// the new text.
    @Test func whatFailsInTheNewScriptIsShownWithItsOwnLine() throws {
        let endless = "local function spin() while true do end end\nspin()\n" + Self.source("1")
        let loading = try play([(nil, "1"), (endless, "2")])
        #expect(loading.complaints.contains("> 1 | local function spin()"), "\(loading.complaints)")
        #expect(!loading.complaints.contains("return parlor.game"), "\(loading.complaints)")
        let failing = Self.source("1, 2, 3").replacing(
            "state.n = state.n", with: "-- another line\n    state.n = state.x")
        let playing = try play([(nil, "1"), (failing, "2")])
        #expect(playing.complaints.contains("> 6 |     state.n = state.x + count * 1"), "\(playing.complaints)")
        #expect(playing.output.contains("The match continues with the old rules"))
    }

    @Test func aFileIsTakenUpOnceAndOnlyWhereSomebodyLooks() throws {
        let played = try play([(nil, "1"), (Self.source("1, 2, 3"), "1"), (nil, "1")])
        #expect(played.output.components(separatedBy: "Reloaded;").count == 2, "\(played.output)")
        #expect(try !play([(Self.source("1, 2, 3"), "1")], isWatched: false).output.contains("Reloaded"))
    }

    @Test func aChangeIsToldOnceItIsQuiet() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("game.lua")
            try Data("1".utf8).write(to: file)
            let watch = FolderWatch(folder)
            #expect(!watch.look() && !watch.take())
            try Data("22".utf8).write(to: file)
            #expect(!watch.look(), "it may not be whole yet")
            #expect(watch.look() && watch.take() && !watch.take() && !watch.look())
            try Data("notes".utf8).write(to: folder.appendingPathComponent("game.lua~"))
            watch.look()
            #expect(!watch.look(), "that is no file of the game")
            let assets = folder.appendingPathComponent("assets")
            try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: false)
            try Data("1".utf8).write(to: assets.appendingPathComponent("board.png"))
            watch.look()
            #expect(watch.look() && watch.take())
            try Data("1".utf8).write(to: assets.appendingPathComponent("board.png~"))
            watch.look()
            #expect(!watch.look())
            try FileManager.default.removeItem(at: file)
            watch.look()
            #expect(watch.look())
        }
    }

    @Test func aThreadTellsOfAChange() throws {
        try withTemporaryFolder { folder in
            let watch = FolderWatch(folder)
            let told = DispatchSemaphore(value: 0)
            watch.start(every: 0.01) { told.signal() }
            defer { watch.stop() }
            try Data("1".utf8).write(to: folder.appendingPathComponent("rules.lua"))
            #expect(told.wait(timeout: .now() + 30) == .success)
            #expect(watch.take())
        }
    }

    /// A link to another game replaces the folder. The match belongs to its game and would be lost
    /// with it.
    @Test func anotherGameInItsPlaceIsNotTakenUp() throws {
        try withTemporaryFolder { folder in
            let places = ["steps", "others"].map { folder.appendingPathComponent($0) }
            for place in places {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                try Data(Self.source("1, 2").utf8).write(to: place.appendingPathComponent("game.lua"))
            }
            let catalog = try GameCatalog(home: home)
            let known = try catalog.script(places[0].path)
            #expect(try catalog.script(places[0].path, again: known).id == "steps")
            try FileManager.default.removeItem(at: places[0])
            try FileManager.default.createSymbolicLink(at: places[0], withDestinationURL: places[1])
            #expect(throws: GameError.self) { try catalog.script(places[0].path, again: known) }
        }
    }
}
