import Measuring
import Parlor

/// A report on the costs of fair play.
struct FairnessBenchReport: Report {
    let fairness: FairnessBench

    /// A table of the messages that take the most time to check, and sentences on the costs of sealed moves.
    var table: String {
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

    /// `{battleship, forty_rounds, verification_ms, sealing_verifications, worst: [{id, plies, url_characters, verdict, ms, verifications}]}`.
    var value: Value {
        [
            "battleship": fairness.battleship.map { shots, characters in
                ["shots": .int(Int64(shots)), "url_characters": .int(Int64(characters))]
            } ?? .null,
            "forty_rounds": [
                "url_characters": .int(Int64(fairness.fortyRounds)),
                "sealed_by_both": .int(Int64(fairness.fortySealedByBoth)),
            ],
            "verification_ms": millisValue(fairness.verification),
            "sealing_verifications": .double(fairness.sealing / fairness.verification),
            "worst": .array(
                fairness.worst.map { worst in
                    [
                        "id": .string(worst.game), "plies": .int(Int64(worst.plies)),
                        "url_characters": .int(Int64(worst.characters)), "verdict": .string(worst.verdict),
                        "ms": millisValue(worst.seconds),
                        "verifications": .double(worst.seconds / fairness.verification),
                    ]
                }),
        ]
    }
}
