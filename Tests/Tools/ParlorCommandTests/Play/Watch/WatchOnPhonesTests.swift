import Effort
import Foundation
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// A script that is saved during play on phones: the match is replayed under it and signed again.
@Suite struct WatchOnPhonesTests {
    /// Types lines, and saves the script before some of them.
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

    private static func source(
        _ choices: String, adding: String = "1", turn: String = "", ending: String = ""
    ) -> String {
        """
        local parlor, scene = require "parlor", require "parlor.scene"
        return parlor.game {
          title = "Steps", setup = function() return { n = 0 } end, \(turn)
          moves = { go = { choices = { \(choices) }, play = function(state, _, count)
            state.n = state.n + count * \(adding)
          end } },
          outcome = function(state) if state.n >= 99 then return parlor.draw() end end,
          scene = function(view) return scene.text("It is at " .. view.n) end,
        }\(ending)
        """
    }

    private struct Played {
        var output: String
        var complaints: String
        var session: PhonesMode
        var context: PhonesContext { session.context }
    }

    /// Plays a game of these files, in a separate folder.
    private func play(
        _ files: [String: String], people: [String] = ["Ann", "Bob"], isSlow: Bool = false, isWatched: Bool = true,
        options: [String: Value] = [:], _ steps: [(save: String?, line: String)]
    ) throws -> Played {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("steps")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            for (name, text) in files { try Data(text.utf8).write(to: place.appendingPathComponent(name)) }
            let catalog = try GameCatalog(home: home)
            let script = try catalog.script(place.path)
            var (written, complained) = ([String](), [String]())
            let session = PhonesMode(
                world: try Simulation(of: people, games: [script], seed: 7), script: script,
                screen: Screen(columns: { 80 }), lines: Editing(steps, file: place.appendingPathComponent("game.lua")),
                isSlow: isSlow, bots: [], options: options, write: { written.append($0) },
                complain: { complained.append($0) })
            session.readScript = { _ throws(GameError) in try catalog.script(place.path) }
            session.watch = isWatched ? FolderWatch(place) : nil
            _ = session.run()
            return Played(
                output: written.joined(separator: " "), complaints: complained.joined(separator: "\n"),
                session: session)
        }
    }

    private func steps(_ steps: [(save: String?, line: String)], isSlow: Bool = false) throws -> Played {
        try play(["game.lua": Self.source("1, 2")], isSlow: isSlow, steps)
    }

    @Test func theBoardChangesAtOnceAndTheMatchGoesOn() throws {
        let played = try steps([
            (nil, "1"), (nil, "2"), (Self.source("30, 2, 1", adding: "2"), "state"), (nil, "30"), (nil, "lua state.n"),
        ])
        #expect(played.complaints == "", "\(played.complaints)")
        #expect(played.output.contains("It is at 3") && played.output.contains("It is at 6"), "by their texts")
        #expect(played.output.contains("Reloaded; 2 plies were played again under the new rules, and signed again."))
        #expect(played.output.contains("Between real phones, a match keeps the rules with which it started."))
        #expect(played.output.contains("It is at 66"), "\(played.output)")
        let (ann, bob) = (played.context.world.devices[0], played.context.world.devices[1])
        let (game, chat) = (played.context.game, played.context.chat)
        let record = try #require(ann.match(of: game, in: chat)?.record)
        #expect(record.signedLog.head == bob.match(of: game, in: chat)?.record.signedLog.head)
        #expect(record.signedLog.log.plies.count { $0.isMove } == 3)
        #expect(
            record.signedLog.match.script == ScriptVersions.digest(of: played.context.script),
            "the urls are of the new text")
    }

    @Test func whatDoesNotFitIsNamedAndTheOldRulesKeepRunning() throws {
        let played = try steps([
            (nil, "1"), (nil, "2"), (Self.source("1"), "lua state.n"), (nil, "2"), (nil, "lua state.n"),
        ])
        #expect(
            played.output.contains("Ply 2, '2' of seat 2, isn't legal under the new rules")
                && played.output.contains("continues with the old rules"), "\(played.output)")
        #expect(played.output.contains("It is at 5"), "\(played.output)")
        // the next version of the script that fits is used
        let mended = try steps([
            (nil, "1"), (nil, "2"), (Self.source("1"), "lua state.n"),
            (Self.source("1, 2", adding: "3"), "lua state.n"),
        ])
        #expect(mended.output.contains("It is at 9"), "\(mended.output)")
    }

    @Test func whatFailsIsShownWithItsLine() throws {
        let broken = try steps([(nil, "1"), (Self.source("1", ending: "\n}"), "2"), (nil, "1")])
        #expect(
            broken.complaints.contains("can't be loaded") && broken.complaints.contains("> 10 | }"),
            "\(broken.complaints)")
        #expect(
            broken.output.contains("The match continues with the old rules") && broken.output.contains("It is at 4"))
        let failing = try steps([(nil, "1"), (Self.source("1, 2", adding: "nil"), "2"), (nil, "1")])
        #expect(failing.complaints.contains("> 5 |     state.n = state.n + count * nil"), "\(failing.complaints)")
        #expect(failing.output.contains("It is at 4"), "\(failing.output)")
    }

    @Test func beforeAnythingWasPlayedAMatchBeginsByTheNewText() throws {
        let played = try steps([(Self.source("7"), "7"), (nil, "lua state.n")])
        #expect(
            played.output.contains("a match with it has started") && played.output.contains("It is at 7"),
            "\(played.output)")
        #expect(played.complaints == "", "\(played.complaints)")
    }

    @Test func whatIsDraftedStaysDrafted() throws {
        let twice = "turn = function(state) return state.n % 2 + 1 end,"
        let played = try play(
            ["game.lua": Self.source("1, 2", turn: twice)],
            [(nil, "2"), (Self.source("1, 2", adding: "1 ", turn: twice), "state"), (nil, "1"), (nil, "lua state.n")])
        #expect(played.complaints == "", "\(played.complaints)")
        #expect(
            played.output.contains("Reloaded; 1 ply was") && played.output.contains("It is at 3"), "\(played.output)")
        let match = try #require(
            played.context.world.devices[1].match(of: played.context.game, in: played.context.chat))
        #expect(match.record.signedLog.log.plies.count { $0.isMove } == 2, "Bob has both in one message")
    }

    @Test func byHandAndUnwatchedMatchesEndByTheirRules() throws {
        let slow = try steps([(nil, "open"), (nil, "start"), (Self.source("7"), "1")], isSlow: true)
        #expect(slow.output.contains("A match that isn't over continues with its old rules."), "\(slow.output)")
        #expect(slow.complaints == "", "\(slow.complaints)")
        let unwatched = try play(["game.lua": Self.source("1, 2")], isWatched: false, [(Self.source("7"), "1")])
        #expect(!unwatched.output.contains("Reloaded") && unwatched.output.contains("It is at 1"))
    }

    @Test func whatCannotBeSignedAgainEndsByTheOldRules() throws {
        let offline = try steps([(nil, "1"), (nil, "offline Bob"), (Self.source("1, 2, 3"), "lua state.n")])
        #expect(offline.output.contains("continues with the old rules"), "\(offline.output)")
        #expect(offline.output.contains("A phone is offline."))
        let bet = try play(
            ["game.lua": Self.source("1, 2")], people: ["Ann", "Bob", "Cai"],
            [
                (nil, "1"), (nil, "2"), (nil, "as Cai"), (nil, "bet 20 on Ann"), (nil, "as Ann"), (nil, "2"),
                (Self.source("1, 2, 3"), "lua state.n"),
            ])
        #expect(
            bet.output.contains("continues with the old rules") && bet.output.contains("There are bets on it."),
            "\(bet.output)")
    }

    @Test func picturesAreReadAgain() throws {
        let same = try steps([(nil, "1"), (Self.source("1, 2"), "reload")])
        #expect(same.output.contains("The script hasn't changed. Its pictures were read again."), "\(same.output)")
        #expect(same.output.contains("It is at 1") && same.complaints == "", "\(same.complaints)")
    }

    private static let kinds = [
        ("tic-tac-toe", 2, 4), ("connect-four", 2, 9), ("rock-paper-scissors", 2, 2), ("rock-paper-scissors", 2, 3),
        ("blackjack", 2, 3), ("tic-tac-toe", 3, 4), ("blackjack", 3, 3), ("pig", 3, 3), ("liars-dice", 3, 4),
        ("battleship", 2, 16), ("liars-dice", 2, 5), ("pig", 2, 5),
    ]

    /// Each bundled game is reloaded after some moves, with a new comment in its script. The games
    /// cover hidden moves, rounds, draws and three players.
    @Test(arguments: TestEffort.sample(kinds, oneIn: 2)) func everyKindOfMatchGoesOn(
        game: String, people: Int, moves: Int
    ) throws {
        let folder = home.games.appendingPathComponent(game)
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".lua") {
            files[name] = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        let changed = try #require(files["game.lua"]) + "\n-- saved\n"
        let people = Array(["Ann", "Bob", "Cy"].prefix(people))
        let before = try play(files, people: people, [(nil, "auto \(moves)")])
        let played = try play(files, people: people, [(nil, "auto \(moves)"), (changed, "moves")])
        let phone = try furthest(before)
        #expect(try state(before, phone) == state(played, phone), "what was drawn stays, too")
        let further = try play(files, people: people, [(nil, "auto \(moves)"), (changed, "auto 2")])
        #expect(further.complaints == "", "\(further.complaints)")
        #expect(played.complaints == "", "\(played.complaints)")
        #expect(played.output.contains("Reloaded; "), "\(played.output)")
        let heads = Set(
            played.context.world.devices.compactMap {
                $0.match(of: played.context.game, in: played.context.chat)?.record.signedLog.head
            })
        #expect(heads.count == 1)
    }

    /// Returns the first phone on which no draw waits for another phone.
    private func furthest(_ played: Played) throws -> Int {
        let (game, chat) = (played.context.game, played.context.chat)
        return try played.context.world.devices.firstIndex {
            try $0.app(of: game)?.inspect(in: chat) { match throws(GameError) in match.rules.waitsFor == nil } == true
        } ?? 0
    }

    /// Returns the whole state on a phone.
    private func state(_ played: Played, _ phone: Int) throws -> [UInt8]? {
        try played.context.world.devices[phone].app(of: played.context.game)?.inspect(in: played.context.chat) {
            match throws(GameError) in try match.stateBytes()
        }
    }
}
