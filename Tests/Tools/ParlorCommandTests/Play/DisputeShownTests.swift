import Conversations
import Foundation
import GameApps
import MatchSessions
import Parlor
import Simulation
import Storage
import Testing

@testable import ParlorCommand

/// A dispute among three in `parlor play`, as the person in the middle sees it.
@Suite struct DisputeShownTests {
    private static let source = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Stones", summary = "Take stones in turn.", version = 1, seats = { 2, 4 },
          setup = function() return { left = 20 } end,
          moves = { take = {
            choices = function(state) return { 1, 2, 3 } end,
            play = function(state, seat, count) state.left = state.left - count; state.last = seat end } },
          outcome = function(state) if state.left <= 0 then return parlor.win(state.last) end end,
        }
        """

    /// Returns what Cy's phone shows after the typed lines. Cy has first tapped the other version
    /// of Ann's first move.
    private func shown(_ typed: [String]) throws -> (output: [String], errors: [String]) {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("stones")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(Self.source.utf8).write(to: place.appendingPathComponent("game.lua"))
            let (first, other) = (folder.appendingPathComponent("a").path, folder.appendingPathComponent("b").path)
            func play(_ lines: String, in store: String) throws {
                let begun = ["play", place.path, "--seats", "Ann,Bob,Cy", "--seed", "3", "--store", store]
                let run = try runProgram(begun, input: lines)
                try #require(run.status == 0, "\(run)")
            }
            try play("help\n", in: first)
            try FileManager.default.copyItem(atPath: first, toPath: other)
            try play("1\n1\n", in: first)
            try play("2\n1\n", in: other)
            let script = try GameScript(GameFolder(at: place), library: ScriptSource(folder: home.sdk))
            func world(_ path: String) throws -> Simulation {
                try Simulation.open(
                    SimulationStore(path: path), people: ["Ann", "Bob", "Cy"], games: [script], seed: 3)
            }
            let there = try world(other)
            let message = try #require(
                try there.device("Cy").lastBubble(of: "stones", in: there.chat)?.bubble?.message)
            let here = try world(first)
            try here.perform(as: "Cy") { cy throws(DeviceError) in
                try cy.receive(Delivery(.message(message), game: "stones"), from: "Bob", in: here.chat)
            }
            var (output, errors): ([String], [String]) = ([], [])
            var rest = Array((["as Cy", "tap"] + typed).joined(separator: "\n").utf8)
            let session = PhonesMode(
                world: here, script: script,
                screen: Screen(charset: .unicode, colour: .none, isInWords: false, columns: { 80 }, wipe: ""),
                lines: PipedLines {
                    defer { rest = [] }
                    return rest
                }, isSlow: true, bots: [], write: { output.append($0) }, complain: { errors.append($0) })
            _ = session.run()
            return (output, errors)
        }
    }

    @Test func theWholeSentenceCanBeRead() throws {
        let (output, errors) = try shown([])
        let lines = output.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "┃ •")) }
        let text = lines.joined(separator: " ")
        for words in [
            "Ann signed two versions, and neither has won yet.", "Here: 2 plies, you to move.",
            "The other version: 2 plies, you to move.", "stays until more seats have continued one of them.",
        ] { #expect(text.contains(words), "\(words)\n\(output.joined(separator: "\n"))") }
        #expect(text.contains("This match has two versions. `theirs` replaces yours by the other one."))
        #expect(text.contains("Cy, take: 1, 2, 3"), "a dispute is no hindrance")
        #expect(errors.isEmpty && output.allSatisfy { SafeText($0).columns <= 80 }, "\(errors)")
    }

    @Test func goingOnWithTheirsEndsIt() throws {
        let (output, errors) = try shown(["theirs", "phones"])
        let after = output.joined(separator: "\n").components(separatedBy: "This match has two versions.")
        #expect(errors.isEmpty, "\(errors)")
        #expect(after.count == 2, "it is said until it is decided: \(output.joined(separator: "\n"))")
        #expect(after.last?.contains("Cy, take: 1, 2, 3") == true)
    }

    @Test func withoutADisputeThereIsNoOtherVersion() throws {
        let run = try runProgram(["play", "tic-tac-toe"], input: "b2\ntheirs\nquit\n")
        #expect(run.status == 1 && run.errors.contains("isn't disputed"), "\(run.errors)")
    }
}
