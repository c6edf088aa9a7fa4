import Foundation
import Parlor

/// The figures of messages, for people and for programs.
struct MessageBenchReport {
    var games: [MessageBench]
    var coldOpen: ColdOpen
    var fairness: FairnessBench

    /// A table in Markdown, the cold open in a sentence, and what fair play costs.
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
        return BenchReport.markdown(head, rows) + "\n\n" + opened + "\n\n" + fair
    }

    /// The dearest messages, and sentences on what seals cost.
    private var fair: String {
        let rows = fairness.worst.map { worst in
            [
                worst.game, "\(worst.plies)", "\(worst.characters)", worst.verdict, millis(worst.seconds),
                decimal(worst.seconds / fairness.verification, 0),
            ]
        }
        let head = ["game", "plies", "dearest url", "verdict", "ms", "verifications"]
        let longest = fairness.battleship.map { shots, characters in
            "Battleship of \(shots) shots, the longest there can be, has \(characters) characters at its end. "
        }
        let sentences = """
            \(longest ?? "")Forty rounds of two have \(fairness.fortyRounds) characters where one seat seals, \
            \(fairness.fortySealedByBoth) where both do. Sealing adds \
            \(decimal(fairness.sealing / fairness.verification, 1)) verifications of a signature \
            (\(millis(fairness.verification)) ms each) to a turn behind forty sealed rounds.
            """
        return BenchReport.markdown(head, rows) + "\n\n" + sentences
    }

    /// `{games: [{id, turns, turns_per_second, turn_ms: {p50, p99}, rules_ms: {…}, beyond_rules_ms, …}], cold_open: {…}, fairness: {…}}`.
    var value: Value {
        [
            "games": .array(games.map(Self.value)),
            "cold_open": [
                "game": .string(ColdOpen.game), "plies": .int(Int64(ColdOpen.plies)),
                "url_characters": .int(Int64(coldOpen.url.utf8.count)), "ms": Self.millis(coldOpen.seconds),
            ],
            "fairness": fairnessValue,
        ]
    }

    private var fairnessValue: Value {
        [
            "battleship": fairness.battleship.map { shots, characters in
                ["shots": .int(Int64(shots)), "url_characters": .int(Int64(characters))]
            } ?? .null,
            "forty_rounds": [
                "url_characters": .int(Int64(fairness.fortyRounds)),
                "sealed_by_both": .int(Int64(fairness.fortySealedByBoth)),
            ],
            "verification_ms": Self.millis(fairness.verification),
            "sealing_verifications": .double(fairness.sealing / fairness.verification),
            "worst": .array(
                fairness.worst.map { worst in
                    [
                        "id": .string(worst.game), "plies": .int(Int64(worst.plies)),
                        "url_characters": .int(Int64(worst.characters)), "verdict": .string(worst.verdict),
                        "ms": Self.millis(worst.seconds),
                        "verifications": .double(worst.seconds / fairness.verification),
                    ]
                }),
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
