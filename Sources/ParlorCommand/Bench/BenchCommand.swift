import ArgumentParser
import Foundation
import Parlor

struct BenchCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure random games beside the same rules in plain Lua.",
        discussion: """
            Plays random games with every limit and check on, and in turns with them the same rules looped over by plain
            Lua without any, on one thread; times are the thread's own. The ratio is the median over all rounds. A new
            instance, a save and a load are measured, too.

            Examples:
              parlor bench
              parlor bench connect-four --seconds 20
              parlor bench ./my-game --json
              parlor bench --messages
              parlor bench --opening

            With --messages two people play random matches by urls: a turn is the url that comes in (read, signatures,
            replay), the scene, the move, and the signed url that goes out, beside the bare call of the rules. A long match
            is opened from its url alone, and many are held in one table. What seals cost is told in verifications of a
            signature, and so is the dearest message that could be sent.

            With --opening matches and apps begin: from texts, from what the process compiled before, and in a spare state.

            Exit code 1: the two sides play games of different length, so that the comparison means nothing.
            """)

    @Argument(help: "Games by id or folder; all bundled ones if there is none.", completion: .gameIDs)
    var games: [String] = []

    @Option(help: "Seconds for each game.")
    var seconds = 4.0

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Measure turns by messages instead; games for two only.")
    var messages = false

    @Flag(help: "Measure how matches and apps begin instead.")
    var opening = false

    @Option(help: ArgumentHelp("How many matches to hold in one table.", visibility: .hidden))
    var held: Int?

    enum Mode: CommandMode {
        case games, messages, opening

        var reason: String { self == .messages ? "it goes without --messages" : "it goes with --messages" }
    }

    private var mode: Mode { messages ? .messages : opening ? .opening : .games }

    static var scopes: [OptionScope<Self, Mode>] {
        [
            .always("<games>", "--seconds", "--json", "--messages", "--opening"),
            .one("--held", value: \.held, [.messages]),
        ]
    }

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds is a number above 0, at most 3600.")
        }
        guard !messages || !opening else { throw ValidationError("--messages and --opening are two runs.") }
        if let objection = objection(in: mode) { throw ValidationError(objection) }
        guard (1...100_000).contains(held ?? 1) else { throw ValidationError("--held is a number from 1 to 100000.") }
    }

    func run() throws {
        let catalog = try openCatalog()
        let names = games.isEmpty ? try measurable(catalog) : games
        if messages { return try measureMessages(names, catalog) }
        if opening { return try measureOpening(names, catalog) }
        let report = BenchReport(games: try names.map { try measure($0, catalog) })
        Self.complainAboutDebugBuild()
        print(json ? try report.value.json(pretty: true) : report.table)
        let complaints = report.games.compactMap(\.complaint)
        for complaint in complaints { complain("parlor: \(complaint)") }
        if !complaints.isEmpty { throw ExitCode.failure }
    }

    /// The bundled games; where messages are measured, those that go by messages.
    private func measurable(_ catalog: Catalog) throws -> [String] {
        guard messages || opening else { return catalog.ids }
        let scripts = try catalog.ids.map { id in try orComplain { () throws(GameError) in try catalog.script(id) } }
        return scripts.filter { $0.objectionToMessages == nil }.map(\.id)
    }

    private static func complainAboutDebugBuild() {
        #if DEBUG
            complain("parlor: this is a debug build: its figures say nothing. Build with -c release.")
        #endif
    }

    private func measureMessages(_ names: [String], _ catalog: Catalog) throws {
        let report = try measured {
            let benches = try names.map { name in
                try named(name) { try MessageBench(catalog.script(name), seconds: seconds, tableMatches: held ?? 1000) }
            }
            return MessageBenchReport(
                games: benches, coldOpen: try ColdOpen(catalog.script(ColdOpen.game), runs: 50),
                fairness: try FairnessBench(names.map(catalog.script), runs: 50))
        }
        Self.complainAboutDebugBuild()
        print(json ? try report.value.json(pretty: true) : report.table)
    }

    private func measureOpening(_ names: [String], _ catalog: Catalog) throws {
        let report = try measured {
            let runs = max(3, Int(saturating: seconds * 25))
            let long = try catalog.script(ColdOpen.game)
            let url = try ColdOpen.longMatch(long)
            return OpeningBenchReport(
                games: try names.map { try OpeningBench(catalog.script($0), runs: runs) },
                longMatch: try OpeningBench.Times(long, runs: runs) { script in
                    let seat = try BenchSeat(1, script)
                    try seat.read(url)
                    return seat
                })
        }
        Self.complainAboutDebugBuild()
        print(json ? try report.value.json(pretty: true) : report.table)
    }

    /// What can't be measured is told with the game's name as it was typed.
    private func named<R>(_ name: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let failure as BenchFailure {
            throw GameError.rejected(Rejection(code: "no_measure", message: failure.line(name)))
        }
    }

    /// Measures on a Lua thread; what fails is told, and the command ends there.
    private func measured<R>(_ body: () throws -> R) throws -> R {
        do {
            return try LuaThread.run(body)
        } catch let error as GameError {
            return try orComplain { () throws(GameError) -> R in throw error }
        } catch {
            complain("parlor: \(error)")
            throw ExitCode.failure
        }
    }

    private func measure(_ name: String, _ catalog: Catalog) throws -> GameBench {
        let script = try orComplain { () throws(GameError) in try catalog.script(name) }
        let shows = isatty(STDERR_FILENO) == 1
        defer { if shows { complain(drawn: "\r\u{1b}[K") } }
        do {
            return try LuaThread.run {
                try GameBench(script, home: catalog.home, seconds: seconds) { part in
                    if shows { complain(drawn: "\r\(script.id) \(Int(saturating: part * 100)) %") }
                }
            }
        } catch let failure as BenchFailure {
            complain("parlor: \(failure.line(name))")
            throw ExitCode.failure
        } catch {
            complain("parlor: \(script.id): \(error)")
            throw ExitCode.failure
        }
    }
}
