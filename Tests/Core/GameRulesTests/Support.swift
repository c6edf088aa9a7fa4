import Effort
import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

/// The checkout from which this test was built. Tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// The folder of a small game for tests: one seat hides ships of one cell, and the other seat hunts them.
let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

func catalog() throws -> GameCatalog { try GameCatalog(home: home) }

/// Returns a game made from a source text.
func script(_ source: String, id: String = "test-game", files: [String: String] = [:]) throws -> GameScript {
    try GameScript(GameFolder(id: id, game: source, files: files), library: ScriptSource(folder: home.sdk))
}

func rejection(_ body: () throws -> Void) -> Rejection? {
    do { try body() } catch GameError.rejected(let rejection) { return rejection } catch {}
    return nil
}

/// Returns the processor time of `body`, including its scripts. Time of other threads isn't included.
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

/// Returns the error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
}
