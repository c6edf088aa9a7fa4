import Foundation
import Testing

@testable import ParlorCommand

/// A script that is saved while the built program waits for a line at its own terminal.
@Suite(.serialized) struct WatchProgramTests {
    private static func source(_ adding: String) -> String {
        """
        local parlor, scene = require "parlor", require "parlor.scene"
        return parlor.game {
          title = "Steps", setup = function() return { n = 0 } end,
          moves = { go = { choices = { 1, 2 }, play = function(state, _, count) state.n = state.n + count * \(adding) end } },
          outcome = function(state) if state.n >= 99 then return parlor.draw() end end,
          scene = function(view) return scene.text("It is at " .. view.n) end,
        }
        """
    }

    @Test(arguments: [[], ["--hot-seat", "--seats", "Ann,Bob"]])
    func whatIsSavedShowsAtOnceAndWhatWasTypedStays(_ options: [String]) throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("steps")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            let file = place.appendingPathComponent("game.lua")
            try Data(Self.source("1").utf8).write(to: file)
            let run = try TerminalRun([place.path] + options, state: folder)
            #expect(run.waits { $0.lines[23] == "Ann>" && $0.text.contains("It is at 0") }, "\(run.screen.text)")
            run.type("2\r")
            #expect(run.waits { $0.lines[23] == "Bob>" && $0.text.contains("It is at 2") }, "\(run.screen.text)")
            run.type("mo")
            #expect(run.waits { $0.lines[23] == "Bob> mo" })
            try Data(Self.source("20").utf8).write(to: file, options: .atomic)
            #expect(
                run.waits {
                    $0.lines[23] == "Bob> mo" && $0.text.contains("It is at 40") && $0.text.contains("Reloaded")
                        && !$0.text.contains("It is at 2\n")
                }, "\(run.screen.text)")
            try Data(Self.source("(").utf8).write(to: file, options: .atomic)
            #expect(
                run.waits { $0.text.contains("> 4 |") && $0.text.contains("continues with the old rules") },
                "\(run.screen.text)")
            #expect(run.screen.lines[23] == "Bob> mo" && run.screen.text.contains("It is at 40"))
            run.type("ves\r")
            #expect(run.waits { $0.lines[23] == "Bob>" && !$0.text.contains("> 4 |") }, "\(run.screen.text)")
            run.type("quit\r")
            #expect(run.ends())
        }
    }
}
