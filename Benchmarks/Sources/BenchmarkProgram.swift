import ArgumentParser
import Measuring

/// Measures the costs of Parlor's parts. `make bench ARGS="messages connect-four"` builds and runs this program.
@main
struct BenchmarkProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks", abstract: "Measure what the parts of Parlor cost.",
        discussion: """
            Each measurement keeps to --seconds and says on a terminal what it is doing. Times are the thread's own, in a
            release build on a machine with nothing else to do. `parlor bench` compares games with plain Lua.
            """,
        subcommands: [
            MessagesCommand.self, PhonesCommand.self, OpeningCommand.self, FairnessCommand.self, HeldCommand.self,
            LoopCommand.self,
        ])
}
