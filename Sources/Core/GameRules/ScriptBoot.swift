import LuaRuntime
import Values

/// A script loaded into a state beside a module of the host's, whose functions are what Swift calls from then on.
package struct ScriptBoot {
    package let state: LuaState
    /// What is wrong with the definition.
    package let problems: [Value]
    /// What the module's `load` says of the game.
    let facts: LuaValue
    package let functions: [String: LuaFunction]
    let draws: Draws

    /// What the module's `load` says of the game.
    ///
    /// - Throws: ``Values/ValueError`` for facts that are no values.
    package func factsValue() throws -> Value { try facts.decoded() ?? .null }

    /// A state for the hooks of an app; its function is `event`.
    ///
    /// - Throws: ``LuaRuntime/LuaError`` if the script or the host's module fails, ``Values/ValueError`` for problems that are no
    ///   values.
    package init(app script: GameScript, pool: MemoryPool?) throws {
        try self.init(.app, script.chunks, script.library, script.limits, pool, known: script.known)
    }

    /// - Parameters:
    ///   - known: What is known of the definition, if the script was loaded before.
    ///   - coversLines: Notes the lines that run, those of loading first.
    init(
        _ kind: BootedState.Kind, _ chunks: GameChunks, _ library: ScriptLibrary, _ limits: LuaLimits,
        _ pool: MemoryPool?,
        known: KnownDefinition?, coversLines: Bool = false
    ) throws {
        let booted = try SpareStates.take(kind, library.registered)
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

    /// What later states of the same script need to know. Of a definition without problems.
    func known() throws(LuaError) -> KnownDefinition {
        guard let outline = functions["outline"] else { return KnownDefinition(outline: [], facts: facts) }
        return KnownDefinition(outline: try state.callForBytes(outline), facts: facts)
    }
}
