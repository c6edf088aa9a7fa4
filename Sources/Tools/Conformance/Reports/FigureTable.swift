/// What games cost, as tables.
struct FigureTable {
    let text: ReportText

    /// One row for each game.
    func summary(_ reports: [GameReport]) -> [String] {
        let head = [
            "game", "games", "plies", "longest", "branching", "memory KiB", "instructions", "message", "lines run",
        ]
        let rows = reports.map { report in
            let figures = report.figures
            return [
                text.safe(report.game), ReportText.grouped(figures.games), ReportText.grouped(figures.plies),
                ReportText.grouped(figures.longest), shown(figures.branching, ReportText.decimal),
                shown(figures.worstPeak, Self.kibibytes), shown(figures.worstInstructions) { ReportText.grouped($0) },
                shown(figures.longestURL) { ReportText.grouped($0) },
                shown(report.coverage.found?.share, ReportText.percent),
            ]
        }
        return text.table(head, rows)
    }

    /// The worst call of each kind, in one game; nothing where none was made.
    func worst(_ figures: PlayFigures) -> [String] {
        guard !figures.worst.isEmpty else { return [] }
        let rows = figures.worst.sorted { $0.key < $1.key }.map { hook, cost in
            [
                hook.rawValue, ReportText.grouped(cost.instructions), Self.kibibytes(cost.granted),
                Self.kibibytes(cost.peak), shortened(cost.step ?? ""),
            ]
        }
        return text.table(["worst call", "instructions", "granted KiB", "peak KiB", "most at"], rows, indent: 2)
    }

    /// A figure, or a dash where there is none.
    private func shown<Figure>(_ figure: Figure?, _ words: (Figure) -> String) -> String {
        figure.map(words) ?? (text.hasUnicode ? "–" : "-")
    }

    private func shortened(_ step: String) -> String {
        let safe = text.safe(step)
        return safe.count > 30 ? safe.prefix(27) + "..." : safe
    }

    private static func kibibytes(_ bytes: Int) -> String { ReportText.grouped(((max(0, bytes) >> 9) + 1) >> 1) }
}
