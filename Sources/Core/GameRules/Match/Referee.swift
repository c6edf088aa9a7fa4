import LuaRuntime
import Values

/// A Lua state with a game loaded, and the functions of `sdk/host/referee.lua` by name. Each call
/// crosses into Lua once.
///
/// After any failure the whole state is discarded: see ``Match``.
final class Referee {
    let state: LuaState
    let draws: RandomDraws
    private let folder: GameFolder
    private let coversLines: Bool
    /// Whether VM instructions are counted.
    var countsInstructions = false
    /// Whether calls take several times as long, so that exceeding a time limit proves nothing
    /// about the script.
    private var isSlowed: Bool { coversLines || countsInstructions }

    let advance, replay, again, playOn: LuaFunction
    private var functions: [String: LuaFunction]
    private let boot: LoadedScript

    /// Loads a game that was found valid before.
    ///
    /// - Parameter coversLines: Whether to record the lines that run, including those of loading.
    convenience init(
        _ script: GameScript, limits: LuaLimits, pool: MemoryPool?, coversLines: Bool = false,
        output: RulesOutput = RulesOutput()
    ) throws(GameError) {
        try self.init(
            script.folder, script.chunks, library: script.library, limits: limits, pool: pool, known: script.known,
            coversLines: coversLines, output: output)
    }

    /// Returns what the definition declares, and what later Lua states need to know about the
    /// definition.
    ///
    /// - Throws: ``GameError/invalid(_:)`` with everything that is wrong with the script.
    static func inspect(
        _ folder: GameFolder, _ chunks: GameChunks, library: ScriptSource, limits: LuaLimits, pool: MemoryPool?
    ) throws(GameError) -> (facts: Value, known: CheckedDefinition) {
        let referee = try Referee(folder, chunks, library: library, limits: limits, pool: pool, known: nil)
        do {
            return (try referee.boot.factsValue(), try referee.boot.known())
        } catch {
            throw loadError(error, folder, false)
        }
    }

    private init(
        _ folder: GameFolder, _ chunks: GameChunks, library: ScriptSource, limits: LuaLimits, pool: MemoryPool?,
        known: CheckedDefinition?, coversLines: Bool = false, output: RulesOutput = RulesOutput()
    ) throws(GameError) {
        self.folder = folder
        self.output = output
        self.coversLines = coversLines
        do {
            boot = try LoadedScript(.referee, chunks, library, limits, pool, known: known, coversLines: coversLines)
        } catch {
            throw Self.loadError(error, folder, coversLines)
        }
        (state, draws, functions) = (boot.state, boot.draws, boot.functions)
        if !boot.problems.isEmpty {
            let source = folder.files["game.lua"] ?? ""
            throw .invalid(ScriptProblems(game: folder.id, reported: boot.problems, source: source))
        }
        guard let advance = functions["advance"], let replay = functions["replay"], let again = functions["again"],
            let playOn = functions["play_on"]
        else { throw .request(.otherSDK) }
        (self.advance, self.replay, self.again, self.playOn) = (advance, replay, again, playOn)
    }

    /// Returns the error of a game that failed to load.
    private static func loadError(_ error: any Error, _ folder: GameFolder, _ coversLines: Bool) -> GameError {
        guard let error = error as? LuaError else { return .request(.noLoad(folder.id, error)) }
        let failure = ScriptFailure(game: folder.id, hook: "load", error: error)
        guard case .script = error.kind else { return .failed(coversLines ? failure : failure.noted()) }
        let place = failure.place
        let problem = ScriptProblem(
            path: "", message: error.message, file: place?.source ?? "game.lua", line: place?.line)
        return .invalid(ScriptProblems(game: folder.id, list: [problem]))
    }

    // MARK: Calling

    /// Returns one of the referee's functions. A function that a match may never need is loaded on
    /// first use.
    private func function(_ name: String) throws(GameError) -> LuaFunction {
        if let function = functions[name] { return function }
        guard let find = functions["find"] else { throw .request(.otherSDK) }
        do {
            let found = try state.call(find, .text(name)).first?.function
            functions[name] = found
            if let found { return found }
        } catch {
            throw failure(error)
        }
        throw .request(.noFunction(name))
    }

    /// Loads all functions that calls may need, so that no call's meters include loading.
    func loadAll() throws(GameError) {
        for name in Self.elsewhere { _ = try function(name) }
    }

    /// The functions that `find` returns, in addition to those that a state has from the start.
    private static let elsewhere = [
        "find_move", "find_named", "play_chosen", "play_logged", "legal", "count", "only", "describe", "leave", "view",
        "view_bytes", "scene", "message", "prompts", "evaluate", "position", "stand", "state_bytes", "standing_bytes",
        "save", "restore", "changed", "allow_rough",
        "last_entry", "watch", "ungather", "seal", "name_at", "play_opened", "fault",
    ]

    /// Calls one of the named functions.
    func call(
        _ name: String, _ arguments: [LuaValue] = [], results: Int = 1, deadline: Duration? = nil
    ) throws(GameError) -> [LuaValue] {
        let function = try function(name)
        do {
            defer { keepPrinted(Self.hooks[name] ?? name) }
            return try state.call(function, arguments: arguments, results: results, deadline: deadline)
        } catch {
            throw failure(error)
        }
    }

    /// Calls a named function and reads its first result.
    func value(_ name: String, _ arguments: LuaValue...) throws(GameError) -> Value { try value(name, arguments) }

    /// Calls a named function with a list of arguments, and reads its first result.
    func value(_ name: String, _ arguments: [LuaValue]) throws(GameError) -> Value {
        let results = try call(name, arguments)
        do {
            return try results.first?.decoded() ?? .null
        } catch {
            throw failure(LuaError(kind: .script, message: "\(error)"))
        }
    }

    /// Calls a named function that returns canonical bytes.
    func bytes(_ name: String, _ arguments: LuaValue...) throws(GameError) -> [UInt8] {
        let function = try function(name)
        do {
            return try state.callForBytes(function, arguments.first ?? .nil)
        } catch {
            throw failure(error)
        }
    }

    /// From now on, raises an error as soon as a hook changes the state although it must not.
    func watch() throws(GameError) { _ = try call("watch", results: 0) }

    /// Throws if a hook has changed the state although it must not.
    func checkState() throws(GameError) { _ = try call("changed", results: 0) }

    /// Calls a function with one integer and returns one integer. The call plays plies. Their output is
    /// dropped, unless the call fails or ``keepsAll`` is set.
    func quick(_ function: LuaFunction, _ argument: Int64, deadline: Duration? = nil) throws(GameError) -> Int64 {
        do {
            let result = try state.call(function, integer: argument, deadline: deadline)
            if keepsAll { keepPrinted("play") }
            return result
        } catch {
            keepPrinted(Self.hooks["play"] ?? "")
            throw failure(error)
        }
    }

    /// Calls a function by its name, in the same way.
    func quick(_ name: String, _ argument: Int64) throws(GameError) -> Int64 { try quick(function(name), argument) }

    /// Plays random legal moves in one crossing. Limits and meters count each move as one call.
    ///
    /// - Parameters:
    ///   - generator: The state of a ``Values/SplitMix64``, which gives one number for each move.
    ///   - most: The most moves. The call also ends after a typed move.
    ///   - anew: Whether to restart the match first.
    ///   - made: Receives the packed results of the moves that were made, even if the next move fails. It
    ///     must not call Lua.
    /// - Returns: Whether the match is over.
    func play(
        on generator: UInt64, most: Int, anew: Bool, made: (UnsafeBufferPointer<Int64>) -> Void
    ) throws(GameError) -> Bool {
        do {
            let over = try state.call(playOn, integers: Int64(bitPattern: generator), Int64(most), anew ? 1 : 0)
            state.takeJournal(made)
            return over != 0
        } catch {
            state.takeJournal(made)
            keepPrinted("play")
            throw failure(error)
        }
    }

    /// Returns the failure for an error, with the name of the hook that was running if the Lua state
    /// still knows it.
    ///
    /// - Parameter known: The hook that failed, if another hook has run since; otherwise nil.
    func failure(_ error: LuaError, in known: String? = nil) -> GameError {
        var hook = known
        if hook == nil, let function = functions["hook"], let name = try? state.call(function) {
            hook = name.first?.text
        }
        var failure = ScriptFailure(game: folder.id, hook: hook, error: error, printed: takePrinted())
        failure.findPlace(in: folder)
        return .failed(isSlowed ? failure : failure.noted())
    }

    /// Whether the ply that was refused or has failed was bound: it depends on something that was hidden
    /// until then. See ``RunningRules/attemptPly``.
    var isBound: Bool { !draws.lackedKey && (try? quick("bound", 0)) == 1 }

    // MARK: Printed output

    /// Whether the output of quick calls is kept, too.
    var keepsAll = false
    /// The printed output of the match, shared by all of its Lua states.
    let output: RulesOutput

    /// The hook that each function of the referee calls first. Output of the hooks that the
    /// function calls later is recorded under the same name.
    private static let hooks = [
        "begin": "setup", "status": "turn", "play_chosen": "play", "play_logged": "play", "play_opened": "play",
        "seal": "play", "find_move": "choices", "find_named": "choices", "view_bytes": "view", "legal": "choices",
        "count": "choices", "only": "choices", "describe": "choices",
        "name_at": "choices",
        "fault": "choices",
        "state_bytes": "state", "evaluate": "lua",
    ]

    /// Keeps what the last call printed, within the limit of one call.
    private func keepPrinted(_ hook: String) {
        let text = state.printed
        if !text.isEmpty { output.keep(RulesPrintout(hook: hook, text: text), atMost: state.limits.printed) }
    }

    func takePrinted() -> String { output.take().map(\.text).joined() }
}

/// The output of a script during one request.
package struct RulesPrintout: Hashable, Sendable {
    /// The first hook of the request, such as `scene`. For a ply it is `play`, which also stands for
    /// `outcome` and `turn`.
    package let hook: String
    package let text: String
}

/// The printed output of a match's script that hasn't been taken yet, in order, from all Lua
/// states.
final class RulesOutput {
    private(set) var printouts: [RulesPrintout] = []
    private var bytes = 0

    /// Keeps an output, unless the limit is reached already.
    func keep(_ printout: RulesPrintout, atMost limit: Int) {
        guard bytes < limit else { return }
        printouts.append(printout)
        bytes += printout.text.utf8.count
    }

    /// Drops all but the first `count` outputs, which a call that was only tried has added.
    func drop(after count: Int) {
        for output in printouts.dropFirst(count) { bytes -= output.text.utf8.count }
        printouts.removeLast(max(0, printouts.count - count))
    }

    func take() -> [RulesPrintout] {
        defer { (printouts, bytes) = ([], 0) }
        return printouts
    }
}
