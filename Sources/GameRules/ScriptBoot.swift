import LuaRuntime
import Values

/// A script loaded into a state beside a module of the host's, whose functions are what Swift calls from then on.
package struct ScriptBoot {
    /// What is wrong with the definition.
    package let problems: [Value]
    /// What the module's `load` says of the game.
    package let facts: Value
    package let functions: [String: LuaFunction]

    /// - Parameters:
    ///   - module: One of the host's, such as `host.referee`. Its `load(definition)` returns problems and facts.
    ///   - functions: Names in that module.
    /// - Throws: ``LuaError`` if the script or the module fails, ``ValueError`` for facts that are no values.
    package init(
        _ state: LuaState, _ folder: GameFolder, _ library: ScriptLibrary, module: String, functions names: [String]
    ) throws {
        for module in library.modules {
            try state.register(module: module.name, source: module.source, name: module.chunk, trust: .host)
        }
        for (file, source) in folder.files.sorted(by: { $0.key < $1.key }) where file != "game.lua" {
            try state.register(module: String(file.dropLast(4)), source: source, name: file)
        }
        let list = names.map { "module.\($0)" }.joined(separator: ", ")
        let chunk = try state.load(
            """
            local module, parlor = require "\(module)", require "parlor"
            parlor.copy = host.copy
            return function(game) return module.load(game()) end, \(list)
            """, name: "sdk/host/boot.lua", trust: .host)
        let results = try state.call(chunk, results: names.count + 1)
        guard let load = results.first?.function else {
            throw LuaError(kind: .host, message: "\(module) has no function load")
        }
        functions = Dictionary(
            zip(names, results.dropFirst()).compactMap { name, result in result.function.map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        // the game's own chunk is compiled as a script: it sees nothing of the host's
        let game = try state.load(folder.files["game.lua"] ?? "", name: "game.lua")
        let loaded = try state.call(load, .function(game), results: 2)
        problems = try loaded[0].decoded()?.arrayValue ?? []
        facts = try loaded[1].decoded() ?? .null
        state.forget(chunk)
        state.forget(load)
        state.forget(game)
    }
}
