import Foundation
import LuaRuntime

/// The Lua that comes with Parlor: the modules that authors may require, and the host's own.
public struct ScriptSource: Sendable {
    /// The prefix of its chunk names in errors.
    static let prefix = "sdk/"

    /// One module: its name for `require`, its name in errors, and its text.
    package struct Module: Hashable, Sendable {
        /// The name for `require`: `parlor.grid`.
        package var name: String
        /// The name of the file in errors: `sdk/parlor/grid.lua`.
        package var chunk: String
        /// The file's Lua text.
        package var source: String

        package init(name: String, chunk: String, source: String) {
            self.name = name
            self.chunk = chunk
            self.source = source
        }

        /// The name of the file: `grid.lua`, and `init.lua` for `parlor` itself.
        var file: String {
            (name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? "init") + ".lua"
        }

        /// Whether scripts can require it. Its behaviour is then part of a game's rules.
        package var isForAuthors: Bool { name.hasPrefix("parlor") }
    }

    /// All modules, the authors' first.
    package let modules: [Module]
    /// The modules in the form for a Lua state.
    let registered: LuaModules

    /// Returns a library with the authors' modules of another version, and the host's own of this
    /// version.
    package func replacing(authorsModules modules: [Module]) -> ScriptSource {
        // sort by file, like a folder that is read: a game's digest depends on the order
        let ordered = modules.sorted { $0.file < $1.file }
        return ScriptSource(modules: ordered + self.modules.filter { !$0.isForAuthors })
    }

    private init(modules: [Module]) {
        self.modules = modules
        registered = LuaModules(
            modules.map { ($0.name, LuaChunk.cached(name: $0.chunk, source: $0.source)) }, trust: .host)
    }

    /// Reads the modules of an `sdk` folder: `parlor/init.lua` is `parlor`, `parlor/grid.lua` is
    /// `parlor.grid`, `host/referee.lua` is `host.referee`.
    ///
    /// - Throws: ``GameError/request(_:)`` if it isn't an `sdk` folder.
    public init(folder: URL) throws(GameError) {
        var modules: [Module] = []
        for part in ["parlor", "host"] {
            let place = folder.appendingPathComponent(part)
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [])
            for file in names.sorted() where file.hasSuffix(".lua") {
                guard let source = try? String(contentsOf: place.appendingPathComponent(file), encoding: .utf8) else {
                    throw .request(.unreadable("\(place.path)/\(file)", "can't be read as UTF-8 text"))
                }
                let stem = String(file.dropLast(4))
                let name = stem == "init" ? part : "\(part).\(stem)"
                modules.append(Module(name: name, chunk: "\(Self.prefix)\(part)/\(file)", source: source))
            }
        }
        let names = Set(modules.map(\.name))
        guard names.isSuperset(of: ["parlor", "host.referee"]) else {
            throw .request(.noSDK(in: folder.path))
        }
        self.init(modules: modules)
    }
}
