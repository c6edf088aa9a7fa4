import ArgumentParser
import Measuring
import Parlor

struct PhonesCommand: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "phones", abstract: "Measure whole matches on two simulated phones.",
        discussion: """
            Random matches are played on phones and, in turns, in hot seat. A turn opens the game, plays, sends, delivers, and looks
            at both phones. Late turns are those of the last third of the longest matches, up to the outcome; last turns are those
            after it.
            """)

    @OptionGroup var options: GameOptions

    func report(in catalog: GameCatalog) throws -> PhonesBenchReport {
        PhonesBenchReport(games: try options.measure(in: catalog) { try PhonesBench($0, within: $1) })
    }
}

/// A report on matches on simulated phones.
struct PhonesBenchReport: Report {
    let games: [PhonesBench]

    var table: String {
        BenchReport.markdown(
            [
                "game", "matches", "plies", "to hot seat", "late turn p50 ms", "p99 ms", "last turn ms",
                "replayed a turn", "scenes a turn",
            ],
            games.map { game in
                let turns = Double(max(1, game.moves.count))
                return [
                    game.game, "\(game.matches)", "\(game.longest)", decimal(game.ratio, 2),
                    millis(game.lateMoves.quantile(0.5)), millis(game.lateMoves.quantile(0.99)),
                    millis(game.lastEvents.max() ?? .nan),
                    decimal(Double(game.work[.pliesReplayed]) / turns, 1),
                    decimal(Double(game.work[.scenesRendered]) / turns, 1),
                ]
            })
    }

    /// `{games: [{id, matches, plies, ratio, late: {p50_ms, p99_ms}, last_ms, work: {…}}]}`.
    var value: Value {
        ["games": .array(games.map(Self.value))]
    }

    private static func value(_ game: PhonesBench) -> Value {
        var work: [ValueKey: Value] = [:]
        for kind in Work.Kind.allCases { work[.string("\(kind)")] = .int(Int64(game.work[kind])) }
        return [
            "id": .string(game.game), "matches": .int(Int64(game.matches)), "plies": .int(Int64(game.longest)),
            "ratio": rounded(game.ratio),
            "late": [
                "p50_ms": millisValue(game.lateMoves.quantile(0.5)),
                "p99_ms": millisValue(game.lateMoves.quantile(0.99)),
            ],
            "last_ms": millisValue(game.lastEvents.max() ?? .nan), "work": .map(work),
        ]
    }
}
