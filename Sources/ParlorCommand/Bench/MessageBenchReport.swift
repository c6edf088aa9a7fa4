import Foundation
import Parlor

/// The figures of messages, for people and for programs.
struct MessageBenchReport {
    var games: [MessageBench]
    var coldOpen: ColdOpen

    /// A table in Markdown, and the cold open in a sentence.
    var table: String {
        let head = [
            "game", "turns/s", "turn p50 ms", "p99 ms", "rules p50 ms", "p99 ms", "beyond p50 ms", "longest url",
            "\(games.first?.tableMatches ?? 0) matches MB",
        ]
        let rows = games.map { game in
            [
                game.game, decimal(game.turnsPerSecond, 0), millis(game.turns.quantile(0.5)),
                millis(game.turns.quantile(0.99)), millis(game.rules.quantile(0.5)),
                millis(game.rules.quantile(0.99)), millis(game.overhead), "\(game.longestURL)",
                game.tableBytes.map { decimal(Double($0) / 1e6, 1) } ?? "?",
            ]
        }
        let opened =
            "A match of \(ColdOpen.plies) plies (\(ColdOpen.game), \(coldOpen.url.utf8.count) characters) opens from "
            + "its url alone in \(millis(coldOpen.seconds)) ms."
        return BenchReport.markdown(head, rows) + "\n\n" + opened
    }

    /// `{games: [{id, turns, turns_per_second, turn_ms: {p50, p99}, rules_ms: {…}, beyond_rules_ms, …}], cold_open: {…}}`.
    var value: Value {
        [
            "games": .array(games.map(Self.value)),
            "cold_open": [
                "game": .string(ColdOpen.game), "plies": .int(Int64(ColdOpen.plies)),
                "url_characters": .int(Int64(coldOpen.url.utf8.count)), "ms": Self.millis(coldOpen.seconds),
            ],
        ]
    }

    private static func value(_ game: MessageBench) -> Value {
        func quantiles(_ times: [Double]) -> Value {
            ["p50": millis(times.quantile(0.5)), "p99": millis(times.quantile(0.99))]
        }
        return [
            "id": .string(game.game), "matches": .int(Int64(game.matches)), "turns": .int(Int64(game.turns.count)),
            "turns_per_second": .double(game.turnsPerSecond.rounded()), "turn_ms": quantiles(game.turns),
            "rules_ms": quantiles(game.rules), "beyond_rules_ms": millis(game.overhead),
            "longest_url": .int(Int64(game.longestURL)),
            "table": [
                "matches": .int(Int64(game.tableMatches)), "bytes": game.tableBytes.map { .int(Int64($0)) } ?? .null,
            ],
        ]
    }

    private static func millis(_ seconds: Double) -> Value {
        seconds.isFinite ? .double((seconds * 1e6).rounded() / 1000) : .null
    }

    private func millis(_ seconds: Double) -> String { decimal(seconds * 1000, 3) }
}

extension [Double] {
    /// The value below which such a part of all lies; NaN without any.
    func quantile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return sorted[Swift.min(count - 1, Swift.max(0, Int(saturating: (part * Double(count)).rounded(.up)) - 1))]
    }
}
