import Measuring
import Parlor

/// A report on the costs of starting a game.
struct OpeningBenchReport: Report {
    let games: [OpeningBench]
    /// The times in which a long match is opened from its url.
    let longMatch: OpeningBench.Times

    /// A table in Markdown, and a sentence about the long match.
    var table: String {
        let head = [
            "game", "match µs: text", "kept", "ratio", "spare", "ratio", "KiB", "app µs: text", "kept", "ratio",
            "spare",
            "ratio", "KiB",
        ]
        let rows = games.map { game in
            [game.game] + Self.cells(game.match) + [kibibytes(game.matchBytes)] + Self.cells(game.app)
                + [kibibytes(game.appBytes)]
        }
        let opened =
            "A match of \(LongMatch.plies) plies (\(LongMatch.game)) opens in \(millis(longMatch.text)) ms from texts, "
            + "\(millis(longMatch.kept)) kept (\(decimal(longMatch.keptRatio, 2))), "
            + "\(millis(longMatch.spare)) spare (\(decimal(longMatch.spareRatio, 2)))."
        return BenchReport.markdown(head, rows) + "\n\n" + opened
    }

    /// `{games: [{id, match: {text_us, kept_us, kept_ratio, spare_us, spare_ratio, bytes}, app: {…}}], long_match: {…}}`.
    var value: Value {
        func value(_ times: OpeningBench.Times, _ bytes: Int?) -> Value {
            var fields: [ValueKey: Value] = [
                "text_us": rounded(times.text.median * 1e6), "kept_us": rounded(times.kept.median * 1e6),
                "spare_us": rounded(times.spare.median * 1e6), "kept_ratio": rounded(times.keptRatio),
                "spare_ratio": rounded(times.spareRatio),
            ]
            if let bytes { fields["bytes"] = .int(Int64(bytes)) }
            return .map(fields)
        }
        return [
            "games": .array(
                games.map { game in
                    [
                        "id": .string(game.game), "match": value(game.match, game.matchBytes),
                        "app": value(game.app, game.appBytes),
                    ]
                }), "long_match": value(longMatch, nil),
        ]
    }

    private static func cells(_ times: OpeningBench.Times) -> [String] {
        func micros(_ seconds: [Double]) -> String { decimal(seconds.median * 1e6, 0) }
        return [
            micros(times.text), micros(times.kept), decimal(times.keptRatio, 3), micros(times.spare),
            decimal(times.spareRatio, 3),
        ]
    }

    private func millis(_ seconds: [Double]) -> String { decimal(seconds.median * 1000, 2) }
    private func kibibytes(_ bytes: Int) -> String { "\((bytes + 512) / 1024)" }
}
