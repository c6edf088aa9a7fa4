import Testing

@testable import Conformance

@Suite struct CheckedGameTests {
    @Test func oneCommandFindsItAgain() {
        let finding = ReportSamples.finding(.s2)
        let game = CheckedGame(ReportSamples.report([finding], seed: .max, effort: .full))
        #expect(game.command(for: finding) == "parlor check tic-tac-toe --seed 18446744073709551615 --games 12 --full")
        var elsewhere = finding
        elsewhere.game = nil
        #expect(game.command(for: elsewhere).hasSuffix("--games 37 --full"))
        let none = CheckedGame(ReportSamples.report([elsewhere], figures: PlayFigures()))
        #expect(none.command(for: elsewhere) == "parlor check tic-tac-toe --seed 1")
    }

    @Test func oneCommandStepsThroughIt() {
        let report = ReportSamples.report([ReportSamples.finding(.s2)])
        #expect(CheckedGame(report).replayCommand(for: .s2) == nil)
        let bundled = CheckedGame(report, saved: [.s2: .kept("a.play")])
        #expect(bundled.replayCommand(for: .s2) == "parlor replay a.play --step")
        #expect(bundled.replayCommand(for: .m1) == nil)
        let own = CheckedGame(report, name: "../x", saved: [.s2: .kept("it's.play")])
        #expect(own.replayCommand(for: .s2) == "parlor replay 'it'\\''s.play' --step --game ../x")
    }
}
