import GameRules
import Testing

@testable import Conformance

@Suite struct MoveListCheckTests {
    private func findings(_ choices: String) throws -> [String] {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Texts", summary = "Two texts.",
              setup = function() return { n = 0 } end,
              moves = { go = { choices = { \(choices) }, play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n == 3 then return parlor.draw() end end,
            }
            """
        let report = conformance(
            of: GameFolder(id: "texts", game: source), library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 7, games: 2))
        return report.findings.map { "\($0.property.id) \($0.sentence)" }
    }

    @Test(arguments: [
        #""x1\u{200b}", "x1""#, #""h8\u{200b}""#, #""m\u{200b}1""#, #""x1\u{202e}""#, #""12\u{200b}""#,
        ##""#\u{200b}""##,
        #""x\u{200b}""#, #""1\u{fe0f}""#, #""\u{2800}""#, #""\u{1f600}\u{200b}""#, #""\u{1f600}\u{200d}""#,
    ])
    func aTextThatHidesSomethingIsFound(_ choices: String) throws {
        let found = try findings(choices + #", "other""#)
        #expect(
            found.count == 1 && found[0].hasPrefix("M5 ") && found[0].contains("holds invisible characters"), "\(found)"
        )
    }

    @Test func emojiAreTexts() throws {
        #expect(try findings(##""1️⃣", "👨‍👩‍👧‍👦", "❤️", "x1", "#""##) == [])
    }
}
