import GameRules

/// L4: what lies in a game's folder beside its script: the words about it, and its pictures.
struct FolderCheck: GameCheck {
    static let properties: [Property] = [.l4]

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        guard !script.summary.isEmpty else {
            throw Finding(.l4, "The game has no `summary`: one sentence that says what players do.", place: "game.lua")
        }
        if let finding = PictureFiles(subject: run.subject).finding() { throw finding }
        // a script in memory, as tests have it, has no folder to keep anything in
        if script.folder.url != nil {
            guard let readme = script.folder.readme else {
                return run.leave(
                    [.l4], because: "There is no README.md with the rules beside game.lua, which `parlor rules` shows.")
            }
            guard readme.contains(where: { !$0.isWhitespace }) else {
                throw Finding(.l4, "The README.md beside game.lua is empty: it holds the rules.")
            }
        }
        run.note(.l4)
    }
}
