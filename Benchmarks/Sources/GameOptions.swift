import ArgumentParser
import Measuring
import Parlor

/// The options that every measurement has.
struct GameOptions: ParsableArguments {
    @Argument(help: "Games by id or folder; all bundled ones that can be played by messages if there is none.")
    var games: [String] = []

    @Option(help: "Seconds for each game.")
    var seconds = 4.0

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds is \(seconds): expected a number above 0, at most 3600.")
        }
    }

    /// Measures each game for ``seconds``.
    ///
    /// - Parameter body: Measures a game until the time is over.
    /// - Throws: The errors of `body`. A ``BenchFailure`` becomes a `GameError` with the game's name.
    func measure<Figures>(in catalog: GameCatalog, _ body: (GameScript, TimeBox) throws -> Figures) throws -> [Figures]
    {
        try scripts(of: catalog).map { name, script in
            do {
                return try body(script, StatusLine.box(seconds, doing: name))
            } catch let failure as BenchFailure {
                throw GameError.request("\(name.onOneLine): \(failure).")
            }
        }
    }

    /// Returns the games that were named, or all bundled games that can be played by messages.
    private func scripts(of catalog: GameCatalog) throws -> [(name: String, script: GameScript)] {
        guard games.isEmpty else { return try games.map { ($0, try catalog.script($0)) } }
        return try catalog.ids.map { ($0, try catalog.script($0)) }.filter { $0.1.objectionToMessages == nil }
    }
}
