import LuaRuntime

/// A Lua state that holds Parlor's own Lua and nothing of a game's. It serves one game.
final class BootedState {
    /// Which of the host's modules a state is for.
    enum Kind: Hashable, CaseIterable {
        /// `host.referee`: the rules of one match.
        case referee
        /// `host.app`: the hooks of one running copy of a game.
        case app

        fileprivate var module: String { self == .referee ? "host.referee" : "host.app" }

        /// The functions of the module that are wanted at once.
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

        /// What loads the module. The game's chunk becomes its definition within `load`.
        fileprivate var chunk: LuaChunk { self == .referee ? Self.refereeChunk : Self.appChunk }
        private static let refereeChunk = makeChunk(.referee), appChunk = makeChunk(.app)

        private static func makeChunk(_ kind: Kind) -> LuaChunk {
            let others = kind.functions.dropFirst().map { "module.\($0)" }.joined(separator: ", ")
            return LuaChunk.cached(
                name: "sdk/host/boot.lua",
                source: """
                    local module, parlor = require "\(kind.module)", require "parlor"
                    parlor.copy, parlor.is_empty = host.copy, host.is_empty
                    return function(game, ...) return module.load(game(), ...) end, \(others)
                    """)
        }
    }

    let kind: Kind
    let library: LuaModules
    let state: LuaState
    let draws = Draws()
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
