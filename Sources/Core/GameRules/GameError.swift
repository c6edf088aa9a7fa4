import LuaRuntime
import Values

/// Why something could not be done with a game. Whatever it was, the match is what it was before.
public enum GameError: Error, Hashable, Sendable {
    /// The rules refuse it.
    case rejected(Rejection)
    /// The script failed, or a limit ended it.
    case failed(ScriptFailure)
    /// The script is no valid game: everything that is wrong with it.
    case invalid(ScriptProblems)
    /// The caller asked for something that isn't there: said as a sentence.
    case request(String)
}

extension GameError: CustomStringConvertible {
    /// For a person: the sentence of the rejection or request, or what is wrong with the script and where.
    public var description: String {
        switch self {
        case .rejected(let rejection): rejection.message
        case .failed(let failure): failure.description
        case .invalid(let problems): problems.description
        case .request(let sentence): sentence
        }
    }
}

/// A failure of a script while a match ran it.
public struct ScriptFailure: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// What was running: `setup`, `moves.mark.play`, `outcome`, …; nil if even that could not be found out.
    public var hook: String?
    /// What the script raised, or the limit that ended it.
    public var error: LuaError
    /// What the script had printed.
    public var printed: String

    /// A failure with all that is known of it.
    package init(game: String, hook: String?, error: LuaError, printed: String = "") {
        self.game = game
        self.hook = hook
        self.error = error
        self.printed = printed
    }

    /// Where in the author's own files: the innermost line of the script, or what Lua itself reported.
    public var place: (source: String, line: Int)? {
        let own = error.traceback.first { !$0.source.hasPrefix(ScriptLibrary.prefix) }
        if let source = error.source, let line = error.line, !source.hasPrefix(ScriptLibrary.prefix) {
            return (source, line)
        }
        return own.map { ($0.source, $0.line) }
    }

    /// The traceback without the host's own functions.
    public var traceback: [LuaError.Frame] {
        error.traceback.filter { !$0.source.hasPrefix("sdk/host/") }
    }
}

extension ScriptFailure {
    /// A hook came back with what it may not: its place is where its key stands in `game.lua`, if that is one line.
    package init(of script: GameScript, hook: String, _ message: String, printed: String = "") {
        self.init(game: script.id, hook: hook, error: LuaError(kind: .script, message: message), printed: printed)
        findPlace(in: script.folder)
    }

    /// What is raised behind a hook has no line of its own; then the hook's stands for it.
    mutating func findPlace(in folder: GameFolder) {
        guard case .script = error.kind, place == nil, let source = folder.files["game.lua"] else { return }
        // the host's own messages begin with the hook that they are about as a rule: `moves.drop.format` changed the state
        let quoted = error.message.first == "`" ? error.message.dropFirst().prefix { $0 != "`" } : ""
        let named = [String(quoted), hook ?? ""].first { $0.hasPrefix("moves.") || Self.hooks.contains($0) }
        guard let named else { return }
        if let line = Self.line(ofCallIn: error.message, source) {
            (error.source, error.line) = ("game.lua", line)
            return
        }
        var path = named.split(separator: ".")
        let lines = KeyLines(of: source)
        while !path.isEmpty {
            if let line = lines.line(ofKey: path.joined(separator: ".")) {
                (error.source, error.line) = ("game.lua", line)
                return
            }
            path.removeLast()  // several moves have such a hook: then the move's line
        }
    }

    /// `return parlor.win(0)` leaves no frame to tell its line: the one line that calls what the message is about stands for it,
    /// or the one with what the call got.
    private static func line(ofCallIn message: String, _ source: String) -> Int? {
        guard let call = ["parlor.win", "parlor.draw", "parlor.scores"].first(where: message.contains) else {
            return nil
        }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { _, text in
            guard let place = text.range(of: call) else { return false }
            return !text[..<place.lowerBound].contains("--")
        }
        if lines.count == 1 { return lines.first.map { $0.offset + 1 } }
        guard let got = message.range(of: ", got ").map({ message[$0.upperBound...] }) else { return nil }
        let same = lines.filter { $0.element.replacing(" ", with: "").contains("\(call)(\(got))") }
        return same.count == 1 ? same.first.map { $0.offset + 1 } : nil
    }

    /// The hooks of a definition beside those of its moves.
    private static let hooks: Set = [
        "setup", "turn", "resolve", "outcome", "stuck", "view", "scene", "message", "leave",
    ]
}

extension ScriptFailure: CustomStringConvertible {
    /// One line: `tic-tac-toe/game.lua:12: moves.mark.play: index: …`.
    public var description: String {
        var text = game
        if let place { text += "/\(place.source.onOneLine):\(place.line)" }
        if let hook { text += ": \(hook)" }
        return text + ": " + error.message
    }
}
