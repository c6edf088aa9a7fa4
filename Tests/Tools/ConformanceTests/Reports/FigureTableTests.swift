import Testing

@testable import Conformance

@Suite struct FigureTableTests {
    private let table = FigureTable(text: ReportText(hasUnicode: true, hasColour: false, columns: 120))

    @Test func oneRowForEachGame() {
        let lines = table.summary([ReportSamples.report(), ReportSamples.report(game: "nim")])
        #expect(lines.count == 3)
        let cells = lines.map { $0.split(separator: /\s\s+/).map(String.init) }
        #expect(cells[0].first == "game" && cells[0].last == "lines run")
        #expect(cells[1] == ["tic-tac-toe", "37", "300", "9", "5.0", "200", "4,321", "1,234", "42 %"])
        #expect(Set(lines.map(\.count)).count == 1)
    }

    @Test func theWorstCallOfEachKind() {
        let lines = table.worst(ReportSamples.figures)
        #expect(
            lines.count == 3 && lines[1].contains("play") && lines[1].contains("1,000") && lines[1].hasSuffix("1 b2"))
        #expect(lines[2].contains("scene") && lines[2].contains("4,321"))
        #expect(table.worst(PlayFigures()) == [])
    }

    @Test func hostileFiguresAreJustShown() {
        var figures = PlayFigures()
        figures.worst[.play] = ReportSamples.cost(
            instructions: .max, granted: .min, peak: .max, step: ReportSamples.hostile)
        (figures.plies, figures.legalMoves) = (1, .max)
        let lines = table.worst(figures) + table.summary([ReportSamples.report(figures: figures)])
        #expect(lines.joined().contains("18,446,744,073,709,551,615"))
        #expect(!lines.joined().contains("\u{1B}"))
    }
}
