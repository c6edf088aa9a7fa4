import Effort
import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// The folder of a small game for tests: one seat hides ships of one cell, the other one hunts them.
let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

func catalog() throws -> Catalog { try Catalog(home: home) }

/// A game made of source text.
func script(_ source: String, id: String = "test-game", files: [String: String] = [:]) throws -> GameScript {
    try GameScript(GameFolder(id: id, game: source, files: files), library: ScriptLibrary(folder: home.sdk))
}

func rejection(_ body: () throws -> Void) -> Rejection? {
    do { try body() } catch GameError.rejected(let rejection) { return rejection } catch {}
    return nil
}

/// How long `body` keeps the processor busy, scripts included: what others do at the same time doesn't count.
func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    return try LuaThread.run {
        let begin = now()
        try body()
        return now() - begin
    }
}

/// The error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
}
