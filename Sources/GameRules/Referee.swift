import LuaRuntime
import Values

/// One Lua state with a game loaded into it, and the functions of `sdk/host/referee.lua` by name. Each call is one crossing.
///
/// After any failure the whole state is thrown away: see ``Match``.
final class Referee {
    let state: LuaState
    let draws: Draws
    private let folder: GameFolder
    /// Calls take several times as long then.
    private let coversLines: Bool

    let advance, replay, again: LuaFunction
    private let functions: [String: LuaFunction]

    private static let quick = ["advance", "replay", "again"]
    private static let named = [
        "begin", "play", "play_named", "play_logged", "leave", "legal", "status", "view", "scene", "message",
        "state_bytes", "save",
        "restore", "evaluate", "last_entry", "hook", "watch", "ungather",
    ]

    /// Loads a game that was found valid before.
    ///
    /// - Parameter coversLines: Notes the lines that run, those of loading first.
    convenience init(
        _ script: GameScript, limits: LuaLimits, pool: MemoryPool?, coversLines: Bool = false
    ) throws(GameError) {
        try self.init(
            script.folder, library: script.library, limits: limits, pool: pool, coversLines: coversLines)
    }

    /// What the definition declares.
    ///
    /// - Throws: ``GameError/invalid(_:)`` with everything that is wrong with the script.
    static func inspect(
        _ folder: GameFolder, library: ScriptLibrary, limits: LuaLimits, pool: MemoryPool?
    ) throws(GameError) -> Value {
        try Referee(folder, library: library, limits: limits, pool: pool).facts
    }

    private let facts: Value

    private init(
        _ folder: GameFolder, library: ScriptLibrary, limits: LuaLimits, pool: MemoryPool?, coversLines: Bool = false
    ) throws(GameError) {
        self.folder = folder
        self.coversLines = coversLines
        let boot: ScriptBoot
        do {
            let state = try LuaState(limits: limits, pool: pool)
            if coversLines { try state.coverLines(true) }
            let draws = Draws()
            try state.register(host: "draw", words: { ply, block in draws.block(ply, block) })
            boot = try ScriptBoot(
                state, folder, library, module: "host.referee", functions: Self.quick + Self.named)
            self.state = state
            self.draws = draws
        } catch {
            throw Self.loadError(error, folder, coversLines)
        }
        if !boot.problems.isEmpty {
            let source = folder.files["game.lua"] ?? ""
            throw .invalid(ScriptProblems(game: folder.id, reported: boot.problems, source: source))
        }
        guard let advance = boot.functions["advance"], let replay = boot.functions["replay"],
            let again = boot.functions["again"]
        else { throw .request("Parlor's sdk folder and the program are of different versions.") }
        (self.advance, self.replay, self.again) = (advance, replay, again)
        functions = boot.functions
        facts = boot.facts
    }

    /// What loading a game into a state gives.
    private static func loadError(_ error: any Error, _ folder: GameFolder, _ coversLines: Bool) -> GameError {
        guard let error = error as? LuaError else { return .request("\(folder.id) can't be loaded: \(error)") }
        let failure = ScriptFailure(game: folder.id, hook: "load", error: error)
        guard case .script = error.kind else { return .failed(coversLines ? failure : failure.noted()) }
        let place = failure.place
        let problem = ScriptProblem(
            path: "", message: error.message, file: place?.source ?? "game.lua", line: place?.line)
        return .invalid(ScriptProblems(game: folder.id, list: [problem]))
    }

    // MARK: Calling

    /// Calls one of the named functions.
    func call(
        _ name: String, _ arguments: [LuaValue] = [], results: Int = 1, deadline: Duration? = nil
    ) throws(GameError) -> [LuaValue] {
        guard let function = functions[name] else { throw .request("The referee has no function '\(name)'.") }
        do {
            defer { keepPrinted() }
            return try state.call(function, arguments: arguments, results: results, deadline: deadline)
        } catch {
            throw failure(error)
        }
    }

    /// Calls a named function and reads its first result.
    func value(_ name: String, _ arguments: LuaValue...) throws(GameError) -> Value {
        let results = try call(name, arguments)
        do {
            return try results.first?.decoded() ?? .null
        } catch {
            throw failure(LuaError(kind: .script, message: "\(error)"))
        }
    }

    /// Calls a named function that answers with canonical bytes.
    func bytes(_ name: String, _ arguments: LuaValue...) throws(GameError) -> [UInt8] {
        guard let function = functions[name] else { throw .request("The referee has no function '\(name)'.") }
        do {
            return try state.callForBytes(function, arguments.first ?? .nil)
        } catch {
            throw failure(error)
        }
    }

    /// Makes the hooks that may only look raise where they write; false if that can't be done.
    func watches() -> Bool { (try? call("watch", results: 0)) != nil }

    /// The quick call, for plies. What they print isn't kept unless the call fails.
    func quick(_ function: LuaFunction, _ argument: Int64, deadline: Duration? = nil) throws(GameError) -> Int64 {
        do {
            return try state.call(function, integer: argument, deadline: deadline)
        } catch {
            keepPrinted()
            throw failure(error)
        }
    }

    /// The error with the hook that was running, if the state can still tell.
    func failure(_ error: LuaError) -> GameError {
        var hook: String?
        if let function = functions["hook"], let name = try? state.call(function) { hook = name.first?.text }
        var failure = ScriptFailure(game: folder.id, hook: hook, error: error, printed: takePrinted())
        failure.findPlace(in: folder)
        return .failed(coversLines ? failure : failure.noted())
    }

    // MARK: Printed output

    private var printed = ""

    /// Adds what the last call printed, as far as one call may print at most.
    func keepPrinted() {
        let text = state.printed
        if !text.isEmpty, printed.utf8.count < state.limits.printed { printed += text }
    }

    func takePrinted() -> String {
        defer { printed = "" }
        return printed
    }
}
