import LuaRuntime
import Values

/// Why something could not be done with a game. Whatever it was, the match is what it was before.
public enum GameError: Error, Sendable {
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
public struct ScriptFailure: Error, Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// What was running: `setup`, `moves.mark.play`, `outcome`, …; nil if even that could not be found out.
    public var hook: String?
    /// What the script raised, or the limit that ended it.
    public var error: LuaError
    /// What the script had printed.
    public var printed: String

    /// A failure with all that is known of it.
    public init(game: String, hook: String?, error: LuaError, printed: String = "") {
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

extension ScriptFailure: CustomStringConvertible {
    /// One line: `tic-tac-toe/game.lua:12: moves.mark.play: index: …`.
    public var description: String {
        var text = game
        if let place { text += "/\(place.source):\(place.line)" }
        if let hook { text += ": \(hook)" }
        return text + ": " + error.message
    }
}
