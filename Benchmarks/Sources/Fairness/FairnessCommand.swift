import ArgumentParser
import Measuring
import Parlor

struct FairnessCommand: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "fairness", abstract: "Measure what fair play costs.",
        discussion: """
            Makes the dearest message of each game and reads it, and measures what seals add to a turn; times are told in
            verifications of a signature. What is the same for every game takes --seconds once more.
            """)

    @OptionGroup var options: GameOptions

    func report(in catalog: GameCatalog) throws -> FairnessBenchReport {
        let worst = try options.measure(in: catalog) { try FairnessBench.worst($0, within: $1) }
        let hasBattleship = worst.contains { $0.game == LongMatch.game }
        return FairnessBenchReport(
            fairness: try FairnessBench(
                worst, battleship: hasBattleship ? try catalog.script(LongMatch.game) : nil,
                within: StatusLine.box(options.seconds, doing: "seals")))
    }
}
