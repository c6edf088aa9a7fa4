import ArgumentParser
import Conformance
import Foundation
import Measuring
import Parlor

struct BenchCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Compare the speed of random games in Parlor and in plain Lua.",
        discussion: """
            bench plays random games on one thread in two ways, which take turns:
              - in Parlor, with all limits and checks
              - in plain Lua, with the same rules in a loop and without limits and checks
            It compares the processor time of the thread. The ratio is the median over all
            rounds. bench also measures the start of a match, saving and loading.

            Examples:
              parlor bench
              parlor bench connect-four --seconds 20
              parlor bench ./my-game --json

            Exit codes:
              0  all games were measured
              1  A game failed, or the two ways play games of different length. Then the
                 comparison means nothing.
            """)

    @Argument(help: "Games by id or folder (default: all bundled games).", completion: .gameIDs)
    var games: [String] = []

    @Option(help: "The seconds to spend on each game.")
    var seconds = 4.0

    @Flag(help: "Print JSON.")
    var json = false

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<games>", "--seconds", "--json")] }

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds is a number above 0, at most 3600.")
        }
    }

    func run() throws {
        let catalog = try openCatalog()
        let report = BenchReport(games: try (games.isEmpty ? catalog.ids : games).map { try measure($0, catalog) })
        #if DEBUG
            complain("parlor: this is a debug build, so its figures mean nothing. Build with -c release.")
        #endif
        print(json ? try report.value.json(pretty: true) : report.table)
        let complaints = report.games.compactMap(\.complaint)
        for complaint in complaints { complain("parlor: \(complaint)") }
        if !complaints.isEmpty { throw ExitCode.failure }
    }

    private func measure(_ name: String, _ catalog: GameCatalog) throws -> GameBench {
        let script = try orComplain { () throws(GameError) in try catalog.script(name) }
        let shows = isatty(STDERR_FILENO) == 1
        defer { if shows { complain(drawn: "\r\u{1b}[K") } }
        do {
            return try LuaThread.run {
                let box = TimeBox(seconds: seconds)
                // leaves time for at least two rounds of the three measurements (Parlor, whole games, plain Lua)
                let slice = min(GameBench.slice, seconds / 10)
                return try GameBench(script, home: catalog.home, within: box, slice: slice) { part in
                    if shows { complain(drawn: "\r\(script.id) \(Int(saturating: part * 100)) %") }
                }
            }
        } catch let failure as BenchFailure {
            let advice = failure == .endless ? " `parlor check \(ShellWord(name).text)` shows such a game (O1)." : ""
            complain("parlor: \(name.onOneLine): \(failure).\(advice)")
            throw ExitCode.failure
        } catch {
            complain("parlor: \(script.id): \(error)")
            throw ExitCode.failure
        }
    }
}
