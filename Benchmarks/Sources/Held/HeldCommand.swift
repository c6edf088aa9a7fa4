import ArgumentParser
import Measuring
import Parlor

struct HeldCommand: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "held", abstract: "Measure what many matches hold in memory.",
        discussion: """
            Plays matches to their ends, reads them into one table and throws their Lua states away. Where the time is too short
            for all of them, there are fewer: the table says how many.
            """)

    @OptionGroup var options: GameOptions

    @Option(help: "The most matches.")
    var matches = 1000

    func validate() throws {
        guard (1...100_000).contains(matches) else {
            throw ValidationError("--matches is \(matches): expected a number from 1 to 100000.")
        }
    }

    func report(in catalog: GameCatalog) throws -> HeldBenchReport {
        HeldBenchReport(games: try options.measure(in: catalog) { try HeldBench($0, matches: matches, within: $1) })
    }
}

/// A report on the memory of matches.
struct HeldBenchReport: Report {
    let games: [HeldBench]

    var table: String {
        BenchReport.markdown(
            ["game", "matches", "MB", "KiB each"],
            games.map { game in
                let bytes = game.bytes.map(Double.init) ?? .nan
                return [
                    game.game, "\(game.matches)", decimal(bytes / 1e6, 1),
                    decimal(bytes / 1024 / Double(game.matches), 1),
                ]
            })
    }

    /// `{games: [{id, matches, bytes}]}`.
    var value: Value {
        [
            "games": .array(
                games.map { game in
                    [
                        "id": .string(game.game), "matches": .int(Int64(game.matches)),
                        "bytes": game.bytes.map { .int(Int64($0)) } ?? .null,
                    ]
                })
        ]
    }
}
