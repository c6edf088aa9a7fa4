import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// One running copy of a game on a device: a Lua state with the script's hooks. It shares nothing with other instances but
/// the game's store and the budget of memory.
package final class AppInstance {
    let id: InstanceID
    private let script: GameScript
    private let pool: MemoryPool?
    private var live: Live?
    /// When it was used last: a number that grows with every use of an instance of the game.
    var lastUse = 0
    /// The number of the last request. A new Lua state goes on counting: answers to an old one's requests are not its own.
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

    /// What a hook did.
    struct Outcome {
        var effects: [Effect] = []
        var answer: Value = .null
        var printed = ""
    }

    /// A hook may run for 30 s, unless the script declares less.
    var deadline: Duration { script.hookDeadline }

    /// The pictures of messages that the script was shown, the last ones: it passes them on by name.
    private var pictures: [(name: String, data: Data)] = []
    private var lastPicture = 0

    /// What the script calls a picture that came with a message.
    func name(ofPicture data: Data) -> String {
        if let known = pictures.first(where: { $0.data == data }) { return known.name }
        lastPicture += 1
        pictures = pictures.suffix(7) + [("picture\(lastPicture)", data)]
        return "picture\(lastPicture)"
    }

    /// A picture that the script was shown; nil for a name that stands for none any more.
    func picture(_ name: String) -> Data? { pictures.first { $0.name == name }?.data }

    /// Frees what the script no longer reaches.
    func collect() { live?.state.collect() }

    /// Has the script hooks of its own? Then they get to see the match.
    func isHooked() throws(GameError) -> Bool { try ready().isHooked }

    /// Loads the script, if it isn't loaded.
    func load() throws(GameError) { _ = try ready() }

    /// Runs a hook within the script's limits, 30 s at most. After a failure the Lua state is thrown away with what it had
    /// staged; the next hook runs in a new one.
    ///
    /// - Parameters:
    ///   - event: See `sdk/host/app.lua`.
    ///   - remaining: What is left of the event's time.
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
            throw .request("\(script.id): on.\(hook) isn't called, since what it is told doesn't fit: \(error)")
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
            throw .request("\(script.id): on.\(hook): what it staged can't be read: \(error)")
        }
    }

    var memoryUsed: Int { Int(live?.state.meters.used ?? 0) }

    private func ready() throws(GameError) -> Live {
        if let live { return live }
        do {
            let boot = try LoadedScript(app: script, pool: pool)
            guard let event = boot.functions["event"], boot.problems.isEmpty else {
                throw GameError.request("\(script.id) can't be loaded as an app.")
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
            throw .request("\(script.id) can't be loaded: \(error)")
        }
    }
}
