import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// A running copy of a game on a device: a Lua state with the script's hooks. It shares only the
/// game's store and the memory pool with other instances.
package final class AppInstance {
    let id: InstanceID
    private let script: GameScript
    private let pool: MemoryPool?
    private var live: Live?
    /// The time of the last use, as a number that grows with every use of an instance of the game.
    var lastUse = 0
    /// The number of the last request. The count continues when the Lua state is replaced, so the
    /// new state never takes an answer to a request of the old state.
    private var lastRequest: Int64 = 0

    private struct Live {
        let state: LuaState
        let event: LuaFunction
        let isHooked: Bool
    }

    init(_ id: InstanceID, script: GameScript, pool: MemoryPool?) {
        self.id = id
        self.script = script
        self.pool = pool
    }

    struct Outcome {
        var effects: [Effect] = []
        var answer: Value = .null
        var printed = ""
    }

    /// The time limit of a hook: 30 s, unless the script declares less.
    var deadline: Duration { script.hookDeadline }

    /// The pictures of the latest messages that the script received. A script can use such a
    /// picture in its own message by giving the picture's name.
    private var pictures: [(name: String, data: Data)] = []
    private var lastPicture = 0

    /// Returns the script's name for a picture that came with a message.
    func name(ofPicture data: Data) -> String {
        if let known = pictures.first(where: { $0.data == data }) { return known.name }
        lastPicture += 1
        pictures = pictures.suffix(7) + [("picture\(lastPicture)", data)]
        return "picture\(lastPicture)"
    }

    /// Returns the picture of this name, or nil if it is no longer cached.
    func picture(_ name: String) -> Data? { pictures.first { $0.name == name }?.data }

    /// Frees what the script no longer reaches.
    func collect() { live?.state.collect() }

    /// Returns whether the script has hooks of its own. Only a script with hooks receives the view
    /// and the moves of the match.
    func isHooked() throws(GameError) -> Bool { try ready().isHooked }

    func load() throws(GameError) { _ = try ready() }

    /// Runs a hook within the script's limits, 30 s at most. If the hook fails, its Lua state and
    /// everything it staged are discarded, and the next hook runs in a new state.
    ///
    /// - Parameters:
    ///   - event: See `sdk/host/app.lua`.
    ///   - remaining: The remaining time of the event.
    func handle(
        _ event: Value, hook: String, remaining: Duration = LuaLimits.hardDeadline
    ) throws(GameError) -> Outcome {
        let live = try ready()
        var fields = event.mapValue ?? [:]
        fields["last_request"] = .int(lastRequest)
        let told: LuaValue
        do {
            told = try .value(.map(fields))
        } catch {
            throw .request(.badArgument(of: "\(script.id): on.\(hook)", error))
        }
        do {
            let result = try live.state.call(live.event, told, deadline: min(deadline, remaining))
            let value = try result.first?.decoded() ?? .null
            lastRequest = max(lastRequest, Int64(value["last_request"]?.intValue ?? 0))
            return Outcome(
                effects: value["effects"]?.arrayValue?.compactMap(Effect.init) ?? [],
                answer: value["answer"] ?? .null, printed: live.state.printed)
        } catch let error as LuaError {
            let printed = live.state.printed
            self.live = nil
            throw .failed(
                ScriptFailure(game: script.id, hook: "on.\(hook)", error: error, printed: printed).noted())
        } catch {
            self.live = nil
            throw .request(.badResult(of: "\(script.id): on.\(hook)", error))
        }
    }

    var memoryUsed: Int { Int(live?.state.meters.used ?? 0) }

    private func ready() throws(GameError) -> Live {
        if let live { return live }
        do {
            let boot = try LoadedScript(app: script, pool: pool)
            guard let event = boot.functions["event"], boot.problems.isEmpty else {
                throw GameError.request(.noApp(script.id))
            }
            let isHooked = try boot.factsValue()["hooked"]?.boolValue ?? false
            let made = Live(state: boot.state, event: event, isHooked: isHooked)
            live = made
            return made
        } catch let error as LuaError {
            throw .failed(ScriptFailure(game: script.id, hook: "load", error: error).noted())
        } catch let error as GameError {
            throw error
        } catch {
            throw .request(.noLoad(script.id, error))
        }
    }
}
