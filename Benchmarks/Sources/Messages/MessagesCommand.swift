import ArgumentParser
import Parlor

struct MessagesCommand: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Measure turns by messages.",
        discussion: """
            Two people play random matches by urls: a turn is the url that comes in (read, signatures, replay), the scene, the
            move, and the signed url that goes out, beside the bare call of the rules.
            """)

    @OptionGroup var options: GameOptions

    func report(in catalog: GameCatalog) throws -> MessageBenchReport {
        MessageBenchReport(games: try options.measure(in: catalog) { try MessageBench($0, within: $1) })
    }
}
