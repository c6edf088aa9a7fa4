import ArgumentParser
import Measuring
import Parlor

struct OpeningCommand: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "opening", abstract: "Measure how matches and apps begin.",
        discussion: """
            Matches and apps begin from texts, from what the process compiled before, and in a spare state. A long match is
            opened from its url alone, which takes --seconds once more.
            """)

    @OptionGroup var options: GameOptions

    func report(in catalog: GameCatalog) throws -> OpeningBenchReport {
        let games = try options.measure(in: catalog) { try OpeningBench($0, within: $1) }
        let box = StatusLine.box(options.seconds, doing: "a long match of \(LongMatch.game)")
        let script = try catalog.script(LongMatch.game)
        let url = try LongMatch.url(script)
        let times = try OpeningBench.Times(script, within: box) { script in
            let seat = try BenchSeat(1, script)
            try seat.read(url)
            return seat
        }
        return OpeningBenchReport(games: games, longMatch: times)
    }
}
