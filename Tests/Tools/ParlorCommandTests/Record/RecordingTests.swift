import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct RecordingTests {
    private func recording(_ game: String = "tic-tac-toe", seed: UInt64 = 7) throws -> Recording {
        Recording(match: try Match(of: GameCatalog(home: home).script(game), seed: seed))
    }

    private func played(_ inputs: [InputLine]) throws -> Recording {
        let recording = try recording()
        try recording.play(ScriptedLines(inputs, isInteractive: false))
        return recording
    }

    private static let win = ["# a comment", "1 b2", "", "2 a3", " 1 c1 ", "2 b3", "1 c3", "2 c2", "1 a1"]

    @Test func linesArePlayedAndWrittenDown() throws {
        let recording = try played(Self.win.map(InputLine.text))
        let text = try recording.text(comment: "The long\ndiagonal.", allowsUnfinished: false)
        let playthrough = try Playthrough(text: text)
        #expect(playthrough.outcome == "win 1" && playthrough.plies.count == 7 && playthrough.version == 1)
        #expect(playthrough.comments == ["The long diagonal."] && playthrough.seed == 7)
    }

    @Test func aUnfinishedGameIsWrittenOnlyWhenAsked() throws {
        let recording = try played([.text("1 b2")])
        #expect(throws: GameError.self) { try recording.text(comment: nil, allowsUnfinished: false) }
        let text = try recording.text(comment: nil, allowsUnfinished: true)
        #expect(try Playthrough(text: text).outcome == nil)
    }

    /// The command stops after its time limit, even if a game is endless and its plies are slow.
    @Test func allPliesShareOneTime() throws {
        let source = """
            return require "parlor".game {
              title = "Slow", setup = function() return { count = 0 } end,
              moves = { go = { play = function(state) for _ = 1, 1000000 do end state.count = state.count + 1 end } },
              outcome = function() end,
            }
            """
        let script = try GameScript(GameFolder(id: "slow", game: source), library: ScriptSource(folder: home.sdk))
        let recording = Recording(match: try Match(of: script, seed: 1))
        let error = #expect(throws: GameError.self) {
            try ProcessorBudget(.seconds(0.3)).run { () throws(GameError) in try recording.playAtRandom() }
        }
        #expect("\(try #require(error))".contains("time"), "\(String(describing: error))")
        #expect(try recording.match.status.ply < Recording.mostPlies)
    }

    @Test(arguments: [
        "b2", "x b2", "0 b2", "17 b2", "1", "game: tic-tac-toe", "99999999999999999999 b2", "2 leave foo",
    ])
    func aLineThatIsNoPlyIsRefused(line: String) throws {
        let error = #expect(throws: GameError.self) { try played([.text("1 b2"), .text(line)]) }
        guard case .request(let problem)? = error else { throw error ?? GameError.request("nothing was thrown") }
        #expect(problem.description.contains("Line 2"))
    }

    @Test func aMoveThatIsntLegalIsRefused() throws {
        let error = #expect(throws: GameError.self) { try played([.text("1 b2"), .text(""), .text("2 b2")]) }
        guard case .rejected(let rejection)? = error else { throw error ?? GameError.request("nothing was thrown") }
        #expect(rejection.message.hasPrefix("Line 3: `2 b2`: "))
        #expect(throws: GameError.self) { try played([.tooLong]) }
    }

    @Test(arguments: [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ])
    func randomGamesAreTheSameForTheSameSeed(game: String) throws {
        let texts = try (0..<2).map { _ in
            let recording = try recording(game, seed: 11)
            try recording.playAtRandom()
            return try recording.text(comment: nil, allowsUnfinished: false)
        }
        #expect(texts[0] == texts[1] && texts[0].contains("outcome: "))
    }

    @Test func aGameThatNeverEndsIsGivenUp() throws {
        let script = try counting("go = { play = function(state) end }")
        let recording = Recording(match: try Match(of: script))
        #expect(throws: GameError.self) { try recording.playAtRandom() }
    }
}
