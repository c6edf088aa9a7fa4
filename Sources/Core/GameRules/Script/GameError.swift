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

/// A move the rules refuse: a code for programs and a sentence for people. Nothing has changed.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// `not_your_turn`, `game_over`, `unknown_move`, `bad_argument`, `illegal_move`, `unopened_seals`, or one of the script's own.
    public var code: String
    /// Why it is refused, for the person who tried.
    public var message: String

    /// Whose seals must be opened before the move can be played, which opens what was sealed: the code is `unopened_seals` then.
    package var unopened: [Int] = []

    /// A refusal of these words.
    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The refusal of a move after the end.
    static let gameOver = Rejection(code: "game_over", message: "The game is over.")

    /// The sentence for people.
    public var description: String { message }
}

/// The calls of scripts that time ended within a scope, wherever their errors went.
///
/// A replay, a phone or a list of choices that fails is handled by whoever asked, each in its own way. Who checks a game must
/// not miss the loop behind it: within the scope every such call is noted where it ends, once. Calls that were slowed down
/// because the lines that run were noted aren't: they prove nothing.
///
/// ```swift
/// let overruns = CallOverruns()
/// try overruns.run { try match.play("b2", seat: 1) }
/// overruns.notes.first?.place   // ("game.lua", 12)
/// ```
package final class CallOverruns {
    /// What was noted.
    package struct Notes: Sendable {
        /// The first call that took longer than it may.
        package fileprivate(set) var first: ScriptFailure?
        /// The last call that was ended since the time for all calls together, ``ProcessorBudget``, was used up.
        package fileprivate(set) var cutOff: ScriptFailure?

        package init() {}
    }

    /// What was noted so far.
    package private(set) var notes = Notes()

    package init() {}

    /// Notes what is called while `body` runs, on a thread of Lua's. Within another scope it is noted here only.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in try Self.scope.run(self, body) }
    }

    /// Takes over what another thread's scope noted.
    package func add(_ other: Notes) {
        notes.first = notes.first ?? other.first
        notes.cutOff = other.cutOff ?? notes.cutOff
    }

    fileprivate static func note(_ failure: ScriptFailure) {
        guard failure.error.limit == .time, let overruns = scope.current else { return }
        if !ProcessorBudget.isUsedUp {
            overruns.notes.first = overruns.notes.first ?? failure
        } else if failure.place != nil {
            overruns.notes.cutOff = failure
        }
    }

    private static let scope = ThreadScope<CallOverruns>()
}

extension ScriptFailure {
    /// The same, noted in the scope of ``CallOverruns`` that the calling thread is in, if a limit of time was it. For where a
    /// call's failure is made.
    package func noted() -> ScriptFailure {
        CallOverruns.note(self)
        return self
    }
}
