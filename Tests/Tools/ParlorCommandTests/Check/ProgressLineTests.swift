import Testing

@testable import Conformance
@testable import ParlorCommand

@Suite struct ProgressLineTests {
    private func text(_ fraction: Double, total: Int = 48, game: String = "battleship", hasUnicode: Bool = false)
        -> String
    {
        ProgressLine.text(
            CheckProgress(game: game, stage: .games, done: 12, total: total, fraction: fraction), hasUnicode: hasUnicode
        )
    }

    @Test func showsHowFarItIs() {
        #expect(text(0.25) == "battleship [#####---------------] 25 % games 12/48")
        #expect(text(1, hasUnicode: true) == "battleship [████████████████████] 100 % games 12/48")
        #expect(text(0, total: 0) == "battleship [--------------------] 0 % games 12")
    }

    @Test(arguments: [-1, 2, Double.nan, .infinity]) func oddFractionsAreShownAllTheSame(fraction: Double) {
        #expect(text(fraction).count == text(fraction > 1 && fraction.isFinite ? 1 : 0).count)
    }

    @Test func namesCantSteerTheTerminal() {
        #expect(!text(0.5, game: "\u{1B}[2J\r\n").contains("\u{1B}"))
    }
}
