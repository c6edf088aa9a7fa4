import Measuring
import Parlor

/// A report on turns by messages.
struct MessageBenchReport: Report {
    let games: [MessageBench]

    var table: String {
        let head = [
            "game", "turns/s", "turn p50 ms", "p99 ms", "rules p50 ms", "p99 ms", "beyond p50 ms", "longest url",
        ]
        let rows = games.map { game in
            [
                game.game, decimal(game.turnsPerSecond, 0), millis(game.turns.quantile(0.5)),
                millis(game.turns.quantile(0.99)), millis(game.rules.quantile(0.5)),
                millis(game.rules.quantile(0.99)), millis(game.overhead), "\(game.longestURL)",
            ]
        }
        return BenchReport.markdown(head, rows)
    }

    /// `{games: [{id, matches, turns, turns_per_second, turn_ms: {p50, p99}, rules_ms: {…}, beyond_rules_ms, longest_url}]}`.
    var value: Value {
        func quantiles(_ times: [Double]) -> Value {
            ["p50": millisValue(times.quantile(0.5)), "p99": millisValue(times.quantile(0.99))]
        }
        return [
            "games": .array(
                games.map { game in
                    [
                        "id": .string(game.game), "matches": .int(Int64(game.matches)),
                        "turns": .int(Int64(game.turns.count)), "turns_per_second": rounded(game.turnsPerSecond),
                        "turn_ms": quantiles(game.turns), "rules_ms": quantiles(game.rules),
                        "beyond_rules_ms": millisValue(game.overhead), "longest_url": .int(Int64(game.longestURL)),
                    ]
                })
        ]
    }
}
