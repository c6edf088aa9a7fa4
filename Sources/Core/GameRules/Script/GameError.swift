import LuaRuntime
import Values

/// The reason why something could not be done with a game. The match is unchanged in every case.
public enum GameError: Error, Hashable, Sendable {
    /// The rules refuse a move, or the options of a match.
    case rejected(Rejection)
    /// The script failed, or a limit ended it.
    case failed(ScriptFailure)
    /// The script isn't a valid game. The value has all its problems.
    case invalid(ScriptProblems)
    /// The caller asked for something that doesn't exist.
    case request(RequestProblem)
}

extension GameError: CustomStringConvertible {
    /// The message for a person: the sentence of the rejection or request, or what is wrong with
    /// the script and where.
    public var description: String {
        switch self {
        case .rejected(let rejection): rejection.message
        case .failed(let failure): failure.description
        case .invalid(let problems): problems.description
        case .request(let problem): problem.description
        }
    }
}

extension GameError {
    /// Whether the script failed in a way that depends on the position alone: it raised an error, or
    /// exceeded a limit other than one of time. See ``MemoryRoom`` for the limits of memory.
    var isOfScript: Bool {
        guard case .failed(let failure) = self else { return false }
        switch failure.error.kind {
        case .script: return true
        case .limit(let limit): return limit.dependsOnPosition
        case .busy, .host: return false
        }
    }

    /// Whether the rules refused something.
    var isRejection: Bool { if case .rejected = self { true } else { false } }
}

/// A failure of a script in a match.
public struct ScriptFailure: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The hook that was running: `setup`, `moves.mark.play`, `outcome`, …; nil if it isn't known.
    public var hook: String?
    /// The error that the script raised, or the limit that ended it.
    public var error: LuaError
    /// The text that the script had printed.
    public var printed: String

    /// Creates a failure.
    package init(game: String, hook: String?, error: LuaError, printed: String = "") {
        self.game = game
        self.hook = hook
        self.error = error
        self.printed = printed
    }

    /// The place in the author's own files: the one that Lua reported, or else the innermost line
    /// of the script.
    public var place: (source: String, line: Int)? {
        let own = error.traceback.first { !$0.source.hasPrefix(ScriptSource.prefix) }
        if let source = error.source, let line = error.line, !source.hasPrefix(ScriptSource.prefix) {
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
    /// Creates the failure of a hook that returned a wrong value. Its place is the line of the
    /// hook's key in `game.lua`, if only one line has that key.
    package init(of script: GameScript, hook: String, _ message: String, printed: String = "") {
        self.init(game: script.id, hook: hook, error: LuaError(kind: .script, message: message), printed: printed)
        findPlace(in: script.folder)
    }

    /// If an error was raised after a hook and has no line of its own, sets its place to the hook's line.
    mutating func findPlace(in folder: GameFolder) {
        guard case .script = error.kind, place == nil, let source = folder.files["game.lua"] else { return }
        // the host's own messages usually begin with the hook that they are about:
        // `moves.drop.format` changed the state
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
            path.removeLast()  // if several moves have such a hook, use the move's line
        }
    }

    /// Returns the line of a call that leaves no frame, such as `return parlor.win(0)`. It is the
    /// only line that calls the function in the message, or the only such line with the argument in
    /// the message.
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

    /// The hooks of a definition, without those of its moves.
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

/// The refusal of a move by the rules: a code for programs and a sentence for people. The match is
/// unchanged.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// `not_your_turn`, `game_over`, `unknown_move`, `bad_argument`, `illegal_move`,
    /// `unopened_seals`, or one of the script's own.
    public var code: String
    /// The reason of the refusal, for the person who tried.
    public var message: String

    /// If the move opens what was sealed: the seats whose seals must be opened before it. In that
    /// case the code is `unopened_seals`.
    package var unopened: [Int] = []

    /// Creates a rejection.
    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The rejection of a move after the match is over.
    static let gameOver = Rejection(code: "game_over", message: "The game is over.")

    /// The sentence for people.
    public var description: String { message }
}

/// A record of the calls into scripts that exceeded their time within a scope.
///
/// Callers handle a call that exceeded its time in different ways, for example as a failed replay. But a
/// check of a game must not miss an endless loop. Therefore every such call within the scope is recorded
/// once, when it ends. Calls that were slowed down by line coverage or by the counting of instructions
/// aren't recorded, because they prove nothing about the script.
///
/// ```swift
/// let overruns = CallOverruns()
/// try overruns.run { try match.play("b2", seat: 1) }
/// overruns.notes.first?.place   // ("game.lua", 12)
/// ```
package final class CallOverruns {
    /// The recorded calls.
    package struct Notes: Sendable {
        /// The first call that exceeded its time.
        package fileprivate(set) var first: ScriptFailure?
        /// The last call that was ended because the time for all calls together was used up; see
        /// ``ProcessorBudget``.
        package fileprivate(set) var cutOff: ScriptFailure?

        package init() {}
    }

    /// The calls recorded so far.
    package private(set) var notes = Notes()

    package init() {}

    /// Runs `body` on a Lua thread, and records its calls that exceed their time. If the calling thread
    /// is already in the scope of another object, only this object records them.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in try Self.scope.run(self, body) }
    }

    /// Adds the calls that another thread's scope recorded.
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
    /// Returns this failure. If it is a time limit, records it in the scope of ``CallOverruns`` of
    /// the calling thread. Use it wherever the failure of a call is created.
    package func noted() -> ScriptFailure {
        CallOverruns.note(self)
        return self
    }
}
