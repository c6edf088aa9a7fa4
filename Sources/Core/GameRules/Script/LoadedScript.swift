import LuaRuntime
import Synchronization
import Values

/// A script loaded into a state, with the functions of the host's module that Swift calls from then
/// on.
package struct LoadedScript {
    package let state: LuaState
    /// The problems of the definition.
    package let problems: [Value]
    /// The facts of the game that the module's `load` returned.
    let facts: LuaValue
    package let functions: [String: LuaFunction]
    let draws: RandomDraws

    /// Returns the facts of the game as a value.
    ///
    /// - Throws: ``Values/ValueError`` for facts that aren't values.
    package func factsValue() throws -> Value { try facts.decoded() ?? .null }

    /// Creates a state for the hooks of an app; its function is `event`.
    ///
    /// - Throws: ``LuaRuntime/LuaError`` if the script or the host's module fails, or
    ///   ``Values/ValueError`` for problems that aren't values.
    package init(app script: GameScript, pool: MemoryPool?) throws {
        try self.init(.app, script.chunks, script.library, script.limits, pool, known: script.known)
    }

    /// - Parameters:
    ///   - known: The result of the check, if the script was loaded before.
    ///   - coversLines: Whether to record the lines that run, including those of loading.
    init(
        _ kind: WarmState.Kind, _ chunks: GameChunks, _ library: ScriptSource, _ limits: LuaLimits,
        _ pool: MemoryPool?,
        known: CheckedDefinition?, coversLines: Bool = false
    ) throws {
        let booted = try WarmStatePool.take(kind, library.registered)
        state = booted.state
        draws = booted.draws
        functions = booted.functions
        try state.assign(limits: limits, pool: pool)
        if coversLines { try state.coverLines(true) }
        try state.register(chunks.modules)
        guard let load = functions["load"] else { throw LuaError(kind: .host, message: "the host can't load games") }
        let game = try state.load(chunks.main)
        var arguments = [LuaValue.function(game)]
        if let known, !known.outline.isEmpty { arguments += [.bytes(known.outline), known.facts] }
        let loaded = try state.call(load, arguments: arguments, results: 2)
        problems = try loaded[0].decoded()?.arrayValue ?? []
        facts = loaded[1]
        state.forget(load)
        state.forget(game)
    }

    /// Returns what later states of the same script need to know. Call it only if the definition
    /// has no problems.
    func known() throws(LuaError) -> CheckedDefinition {
        guard let outline = functions["outline"] else { return CheckedDefinition(outline: [], facts: facts) }
        return CheckedDefinition(outline: try state.callForBytes(outline), facts: facts)
    }
}

/// A Lua state that holds Parlor's own Lua and no game. It serves one game.
final class WarmState {
    /// The module of the host that a state is for.
    enum Kind: Hashable, CaseIterable {
        /// `host.referee`: the rules of one match.
        case referee
        /// `host.app`: the hooks of one running copy of a game.
        case app

        fileprivate var module: String { self == .referee ? "host.referee" : "host.app" }

        /// The functions of the module that are needed at once.
        fileprivate var functions: [String] {
            switch self {
            case .referee:
                [
                    "load", "outline", "begin", "advance", "replay", "again", "play_on", "status", "standing", "hook",
                    "find",
                ]
            case .app: ["load", "outline", "event"]
            }
        }

        /// The chunk that loads the module. The game's chunk makes its definition within `load`.
        fileprivate var chunk: LuaChunk { self == .referee ? Self.refereeChunk : Self.appChunk }
        private static let refereeChunk = makeChunk(.referee), appChunk = makeChunk(.app)

        private static func makeChunk(_ kind: Kind) -> LuaChunk {
            let others = kind.functions.dropFirst().map { "module.\($0)" }.joined(separator: ", ")
            return LuaChunk.cached(
                name: "sdk/host/boot.lua",
                source: """
                    local module, parlor = require "\(kind.module)", require "parlor"
                    parlor.copy, parlor.is_empty = host.copy, host.is_empty
                    return module.load, \(others)
                    """)
        }
    }

    let kind: Kind
    let library: LuaModules
    let state: LuaState
    let draws = RandomDraws()
    /// The functions of the host's module by name.
    let functions: [String: LuaFunction]

    /// - Throws: ``LuaRuntime/LuaError`` if the host's Lua fails.
    init(_ kind: Kind, _ library: LuaModules) throws(LuaError) {
        (self.kind, self.library) = (kind, library)
        state = try LuaState(spare: ())
        try state.register(host: "draw", words: { [draws] ply, block in draws.block(ply, block) })
        try state.register(library)
        let chunk = try state.load(kind.chunk, trust: .host)
        let names = kind.functions
        var functions: [String: LuaFunction] = [:]
        for (name, result) in zip(names, try state.call(chunk, results: names.count)) {
            guard let function = result.function else {
                throw LuaError(kind: .host, message: "\(kind.module) has no function \(name)")
            }
            functions[name] = function
        }
        state.forget(chunk)
        self.functions = functions
    }
}

/// The Lua states that were created in advance. A match or an app that starts takes one and has to
/// load only the game itself.
///
/// A warm state has never run a game's code, and serves one game. It receives its limits and its pool
/// when it is taken. From then on it equals a newly created state. If none is left, one is created. Idle
/// states belong to no pool: all together hold less than half a megabyte.
///
/// No state is created in the background, because it wouldn't be clear whose budget pays for the time.
/// The host calls `refill` when it waits anyway, such as after an answer or an event. The time of
/// `refill` isn't charged to any budget.
package enum WarmStatePool {
    /// The most states of each kind, for matches and for apps, over all libraries.
    package static let most = 2

    private struct Spare: @unchecked Sendable {
        /// Nothing else refers to it.
        let booted: WarmState
    }

    /// A request for a state.
    private struct Need {
        let kind: WarmState.Kind
        let library: LuaModules
    }

    private struct Store {
        /// The oldest first.
        var spares: [Spare] = []
        var needs: [Need] = []
    }

    private static let store = Mutex(Store())

    /// For each kind, creates as many states as were needed since the last call, up to `most`. Ignores a
    /// failure: the next caller that needs a state gets the error.
    package static func refill() {
        let needs = store.withLock { store in
            defer { store.needs = [] }
            return store.needs
        }
        for need in needs where count(need.kind, need.library) < most {
            keep(try? WarmState(need.kind, need.library))
        }
    }

    /// Creates all states that matches and apps with this library may take.
    package static func fill(for library: ScriptSource) {
        for kind in WarmState.Kind.allCases {
            for _ in count(kind, library.registered)..<most { keep(try? WarmState(kind, library.registered)) }
        }
    }

    /// Discards all states, and forgets the requests.
    package static func clear() {
        let gone = store.withLock { store in
            defer { store = Store() }
            return store.spares
        }
        withExtendedLifetime(gone) {}  // they close outside of the lock
    }

    /// Returns the number of states that are ready for a match or an app with this library.
    package static func count(for library: ScriptSource) -> Int {
        WarmState.Kind.allCases.map { count($0, library.registered) }.reduce(0, +)
    }

    /// Returns a warm state, which then belongs to the caller, or a new one.
    static func take(_ kind: WarmState.Kind, _ library: LuaModules) throws(LuaError) -> WarmState {
        let spare = store.withLock { store -> Spare? in
            if store.needs.count(where: { $0.kind == kind }) < most {
                store.needs.append(Need(kind: kind, library: library))
            }
            guard
                let place = store.spares.firstIndex(where: { $0.booted.kind == kind && $0.booted.library === library })
            else { return nil }
            return store.spares.remove(at: place)
        }
        if let spare { return spare.booted }
        return try WarmState(kind, library)
    }

    private static func count(_ kind: WarmState.Kind, _ library: LuaModules) -> Int {
        store.withLock { store in
            min(most, store.spares.count { $0.booted.kind == kind && $0.booted.library === library })
        }
    }

    /// Adds a state. If there are then too many states of its kind, discards the oldest of them.
    private static func keep(_ booted: WarmState?) {
        guard let booted else { return }
        let spare = Spare(booted: booted)
        let gone = store.withLock { store -> Spare? in
            let kind = spare.booted.kind
            store.spares.append(spare)
            guard store.spares.count(where: { $0.booted.kind == kind }) > most,
                let place = store.spares.firstIndex(where: { $0.booted.kind == kind })
            else { return nil }
            return store.spares.remove(at: place)
        }
        withExtendedLifetime(gone) {}
    }
}
