import Testing

@testable import Conformance

@Suite struct PrettyReportTests {
    private let plain = PrettyReport(columns: 80)

    @Test func saysWhatHoldsGroupByGroup() {
        let lines = plain.lines(CheckedGame(ReportSamples.report()))
        #expect(lines.first == "Tic-Tac-Toe (tic-tac-toe): quick check, seed 1, 37 games")
        #expect(lines.contains("  Load      ✓ L1 ×1,234  ✓ L2 ×1,234  ✓ L3 ×1,234  ✓ L4 ×1,234"))
        #expect(lines.contains { $0.hasPrefix("  Messages") && $0.contains("– W2  ✓ W3") })
        #expect(lines.contains("  Not judged, W2: W1 doesn't hold."))
        #expect(lines.contains("  Never ran, game.lua: 2, 5-7"))
        #expect(lines.contains { $0.contains("--full takes every ply") })
        #expect(!lines.joined().contains("✗"))
    }

    @Test func showsAFindingWithAllThatItTakesToMendIt() throws {
        let game = CheckedGame(
            ReportSamples.report([ReportSamples.finding(.s2)]), name: "./my game",
            saved: [.s2: .kept(".parlor/tic-tac-toe-S2.play")])
        let lines = plain.lines(game)
        let start = try #require(lines.firstIndex { $0.hasPrefix("✗ S2 A match saved at any ply") })
        let shown = Array(lines[start...])
        #expect(shown.contains("  game.lua:12: The state differs at state.board[2]."))
        #expect(shown.contains("  Set up with 2 seats, name a, size 3, seed 7"))
        let first = try #require(shown.firstIndex(of: "    1. seat 1  b2"))
        #expect(
            Array(shown[first...].prefix(3)) == [
                "    1. seat 1  b2", "    2. seat 2  a1", "    3. seat 1  leave resigned",
            ])
        #expect(shown.contains("  Seen in 3 of 37 games."))
        #expect(shown.contains { $0.hasPrefix("  What to do: Report this to Parlor") })
        #expect(shown.contains("  Again: parlor check './my game' --seed 1 --games 12"))
        #expect(shown.contains("  Step through: parlor replay .parlor/tic-tac-toe-S2.play --step --game './my game'"))
    }

    @Test func aFindingWithoutAMatchHasNoMoves() {
        let finding = Finding(.l1, "game.lua:1: `titel` is no key.\ngame.lua:2: `setup` is missing.")
        let lines = plain.lines(CheckedGame(ReportSamples.report([finding])))
        #expect(
            lines.contains("  game.lua:1: `titel` is no key.") && lines.contains("  game.lua:2: `setup` is missing."))
        #expect(!lines.contains { $0.contains("Seen in") || $0.contains("Set up with") || $0.contains("first move") })
    }

    @Test func writesASCIIWhereNothingElseCanBeRead() {
        let game = CheckedGame(
            ReportSamples.report([ReportSamples.finding(.s2, "größer → kleiner")], title: "Schiffe für zwei"))
        let lines = PrettyReport(hasUnicode: false).lines(game) + PrettyReport(hasUnicode: false).summary([game])
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("FAIL S2") } && lines.contains { $0.contains("ok L1 x1,234") })
    }

    @Test func coloursOnlyWhereAsked() {
        let game = CheckedGame(ReportSamples.report([ReportSamples.finding(.s2)]))
        #expect(PrettyReport(hasColour: true).lines(game).contains { $0.contains("\u{1B}[1;31m") })
        #expect(!plain.lines(game).joined().contains("\u{1B}"))
        // the report with colours differs only in the colours
        let bare = PrettyReport(hasColour: true).lines(game).map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        #expect(bare == plain.lines(game))
    }

    @Test func nothingInAReportSteersATerminal() {
        let hostile = ReportSamples.hostile
        var finding = ReportSamples.finding(.s2, hostile, steps: [ReportSamples.step(1, hostile)])
        (finding.place, finding.channel) = (hostile, hostile)
        finding.setup?.options = [hostile: .string(hostile)]
        let game = CheckedGame(
            ReportSamples.report([finding], game: hostile, title: hostile, reason: hostile), name: hostile,
            saved: [.s2: .kept(hostile)])
        let text = (plain.lines(game) + plain.summary([game])).joined()
        let isTame = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E }
        #expect(isTame, "\(text)")
        #expect(text.contains("ok 99"))
    }

    @Test(arguments: [0, 40, 80, 1000]) func wrapsAtTheTerminalsWidth(columns: Int) {
        let report = ReportSamples.report([ReportSamples.finding(.s2, String(repeating: "word ", count: 100))])
        let lines = PrettyReport(columns: columns).lines(CheckedGame(report))
        let prose = lines.filter { $0.contains("word") }
        #expect(prose.count > 2 && prose.allSatisfy { $0.count <= max(40, min(columns, 120)) })
    }

    @Test func aLongGameIsCut() {
        let steps = (0..<500).map { ReportSamples.step(1 + $0 % 2, "m\($0)") }
        let lines = plain.lines(CheckedGame(ReportSamples.report([ReportSamples.finding(.s2, steps: steps)])))
        #expect(lines.contains("    60. seat 2  m59") && !lines.contains { $0.contains("m60") })
        #expect(lines.contains("    and 440 more"))
    }

    @Test func summarisesAllGames() {
        let clean = CheckedGame(ReportSamples.report())
        let failing = CheckedGame(
            ReportSamples.report([ReportSamples.finding(.m3), ReportSamples.finding(.s2)], game: "nim"))
        #expect(plain.summary([clean]).last == "Everything that was judged holds. Not judged: tic-tac-toe W2")
        let both = plain.summary([clean, failing])
        #expect(both.suffix(2) == ["Not everything holds: nim M3 S2", "Not judged: tic-tac-toe W2; nim W2"])
    }

    /// A game with figures in every column, as most games have.
    @Test func theFiguresFitATerminal() {
        let head = [
            "game", "games", "plies", "longest", "branching", "memory KiB", "instructions", "message", "lines run",
        ]
        let row = ["tic-tac-toe", "196", "12,345", "1,024", "12.3", "1,234", "12,345,678", "2,345", "98 %"]
        let text = ReportText(hasUnicode: true, hasColour: false, columns: 80)
        let lines = text.table(head, [row])
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        #expect(lines[0].contains("memory") && lines[1].contains("KiB") && lines[2].contains(" 12,345,678 "))
        #expect(text.table(Array(head.prefix(3)), [Array(row.prefix(3))]).count == 2)
    }

    @Test func runsOfLinesAreShort() {
        #expect(PrettyReport.ranges([1, 2, 3, 5, 9, 10]) == "1-3, 5, 9-10")
        #expect(PrettyReport.ranges([]) == "")
    }
}
