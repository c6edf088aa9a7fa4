import GameRules
import Values

/// O4, as far as one game can show it: a game with perfect information hides nothing. Only after
/// all games have been played is it known whether a declared fact never happened: see
/// ``DeclaredFacts``.
struct FactsCheck: PlyCheck {
    static let properties: [Property] = [.o4]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.match.luaStates.hasDrawn { game.facts.drew = true }
        guard game.isSampled, !game.facts.hid else { return }
        let views = try game.viewers.map { viewer throws(Finding) in
            try game.attempt(.v1) { () throws(GameError) in try game.match.view(for: viewer) }
        }
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
        let whole = (try? Value(canonicalBytes: bytes))?.normalizedTables
        let differ = zip(views, views.dropFirst()).contains { $0.normalizedTables != $1.normalizedTables }
        // a value that is hidden only from spectators isn't hidden from any player
        let players = game.setup.seats > 1 ? views.dropLast() : views[...]
        if differ || game.subject.script.secretive {
            game.facts.hid = players.contains { !$0.normalizedTables.holds(whole ?? .null) }
        }
        if differ { game.facts.differed = true }
        if differ, !game.subject.script.hidden {
            throw Finding(
                .o4,
                "The game is declared to hide nothing (`information = \"perfect\"`), but its views differ from seat to seat."
            )
        }
        game.note(.o4)
    }

    mutating func end(_ game: Playout) throws(Finding) {
        if game.match.luaStates.hasDrawn { game.facts.drew = true }
    }
}

/// The facts that the games have shown, among those that a script may declare about its games.
struct DeclaredFacts: Sendable {
    /// Whether numbers were drawn.
    var drew = false
    /// Whether a view hid something from somebody.
    var hid = false
    /// Whether the views of a position differed.
    var differed = false

    mutating func add(_ other: DeclaredFacts) {
        drew = drew || other.drew
        hid = hid || other.hid
        differed = differed || other.differed
    }

    /// Returns the sentence on the declared facts that the games haven't shown so far; nil if there
    /// are none. The sentence is for a check in which no game was played to its end.
    func unproven(of script: GameScript) -> String? {
        var missing: [String] = []
        if script.chance != .none, !drew { missing.append("nothing was drawn") }
        if script.hidden || script.dealt, !hid { missing.append("nothing was hidden") }
        guard !missing.isEmpty else { return nil }
        return "No game was played to its end, and so far \(missing.joined(separator: " and "))."
    }

    /// Returns the finding for a declared fact that never happened, although games were played to
    /// their end.
    func finding(for script: GameScript) -> Finding? {
        if script.chance != .none, !drew {
            return Finding(.o4, "The game declares `chance`, but drew nothing in any game. Remove the declaration.")
        }
        if script.hidden || script.dealt, !hid, differed {
            return Finding(
                .o4,
                "The game counts as one with hidden information, but every seat's view held the whole state in every "
                    + "game. Keep hidden values in `state.secret[seat]` and out of other seats' views.")
        }
        if script.hidden || script.dealt, !hid {
            return Finding(
                .o4,
                "The game counts as one with hidden information, but everybody saw the same in every game. Declare "
                    + "`information = \"perfect\"`, or hide something.")
        }
        return nil
    }
}

extension Value {
    /// Returns whether this value contains all elements of another value, at the same places. This
    /// value may contain more.
    fileprivate func holds(_ other: Value) -> Bool {
        switch (self, other) {
        case (.map(let mine), .map(let theirs)):
            theirs.allSatisfy { key, value in mine[key].map { $0.holds(value) } ?? value.isEmptyTable }
        case (.array(let mine), .array(let theirs)):
            mine.count >= theirs.count && zip(mine, theirs).allSatisfy { $0.holds($1) }
        default: self == other || isEmptyTable && other.isEmptyTable
        }
    }

    private var isEmptyTable: Bool {
        switch self {
        case .map(let fields): fields.isEmpty
        case .array(let elements): elements.isEmpty
        default: false
        }
    }
}

/// L4: the files beside the script in a game's folder. They are texts about the game, and pictures.
struct FolderCheck: GameCheck {
    static let properties: [Property] = [.l4]

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        guard !script.summary.isEmpty else {
            throw Finding(.l4, "The game has no `summary`. Add a sentence on what players do.", place: "game.lua")
        }
        if let finding = PictureFiles(subject: run.subject).finding() { throw finding }
        // a script in memory, as in tests, has no folder
        if script.folder.url != nil {
            guard let readme = script.folder.readme else {
                return run.leave(
                    [.l4], because: "There is no README.md beside game.lua. `parlor rules` shows it as the rules.")
            }
            guard readme.contains(where: { !$0.isWhitespace }) else {
                throw Finding(.l4, "The README.md beside game.lua is empty. Write the rules into it.")
            }
        }
        run.note(.l4)
    }
}
