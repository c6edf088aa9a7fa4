extension GameScript {
    /// The files that make this version: the game's, and the modules for authors under the path they are loaded as.
    package var keptFiles: [String: String] {
        var files: [String: String] = [:]
        for (name, source) in folder.files { files["game/\(name)"] = source }
        for module in library.modules where module.isForAuthors { files["module/\(module.name)"] = module.source }
        return files
    }

    /// A version that was kept.
    package static func kept(_ files: [String: String], id: String, library: ScriptLibrary) throws(GameError)
        -> GameScript
    {
        var own: [String: String] = [:]
        var modules: [ScriptLibrary.Module] = []
        for (path, source) in files.sorted(by: { $0.key < $1.key }) {
            if path.hasPrefix("game/") {
                own[String(path.dropFirst(5))] = source
            } else if path.hasPrefix("module/") {
                let name = String(path.dropFirst(7))
                modules.append(ScriptLibrary.Module(name: name, chunk: "sdk/\(name)", source: source))
            }
        }
        let folder = GameFolder(id: id, game: own["game.lua"] ?? "", files: own)
        return try GameScript(folder, library: library.replacing(authorsModules: modules))
    }
}
