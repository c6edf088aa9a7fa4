import Crypto
import LuaRuntime
import Values

/// The moves, views, scenes and state of a match. Reading them doesn't change it.
extension Match {
    /// Returns the legal moves of a seat in canonical order, or no moves if it isn't its turn.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails; ``GameError/request(_:)`` for a seat
    ///   that doesn't exist, like everything here that takes a seat.
    public func legalMoves(for seat: Int) throws(GameError) -> [Move] {
        try check(seat: seat)
        if awaitsSetup || waitsFor != nil { return [] }
        if mustReplay, let known, !known.turn.contains(seat) { return [] }
        return try listMoves(for: seat)
    }

    /// Returns the move with a number in the list of a seat, even if it waits for its draw.
    package func listedMove(_ number: Int, of seat: Int) throws(GameError) -> Move? {
        try listMoves(for: seat).first { $0.index == number }
    }

    private func listMoves(for seat: Int) throws(GameError) -> [Move] {
        if let moves = listed?[seat] { return moves }
        let (list, isQuiet) = try look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            let list = try referee.value("legal", .integer(Int64(seat)))
            // a list with printed output isn't cached: its author should see the output each time
            return (list, output.printouts.isEmpty)
        }
        let moves = list.arrayValue?.compactMap(Move.init) ?? []
        if keepsMoves, isQuiet, list.weight <= Self.mostKept { listed = (listed ?? [:]).merging([seat: moves]) { $1 } }
        return moves
    }

    /// The most bytes of a cached list of moves. Nearly all lists are far smaller, but a script
    /// could make large ones.
    private static let mostKept = 256 << 10

    /// Returns the number of legal moves of a seat. Asks the script what ``legalMoves(for:)`` asks,
    /// without returning the list.
    func countMoves(of seat: Int) throws(GameError) -> Int {
        let results = try look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("count", [.integer(Int64(seat))])
        }
        return Int(results.first?.integer ?? 0)
    }

    /// Returns the legal moves of a seat. Asks the script again, even if it has answered at this
    /// ply.
    package func freshMoves(for seat: Int) throws(GameError) -> [Move] {
        _ = try look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("ungather", results: 0)
        }
        listed = nil
        return try legalMoves(for: seat)
    }

    /// Returns what a seat may know; nil is a spectator.
    public func view(for seat: Int?) throws(GameError) -> Value {
        if let seat { try check(seat: seat) }
        if awaitsSetup { return .null }
        return try look(as: script.viewer(for: seat), "view") { referee throws(GameError) in
            try referee.value("view", .integer(Int64(seat ?? 0)))
        }
    }

    /// Returns whether a seat's view is made in another state than its scenes, and if so the view
    /// as a value.
    private func handedView(for seat: Int?) throws(GameError) -> [LuaValue] {
        let viewer = script.viewer(for: seat)
        guard viewer != script.drawer(for: seat) else { return [.boolean(false)] }
        let bytes = try look(as: viewer, "view") { referee throws(GameError) in
            try referee.bytes("view_bytes", .integer(Int64(seat ?? 0)))
        }
        return [.boolean(true), .encoded(bytes)]
    }

    /// Returns the scene of a seat's view as data, or nil if the script draws none.
    ///
    /// - Parameter style: `compact`, `expanded` or `transcript`.
    public func scene(for seat: Int?, style: String = "expanded") throws(GameError) -> Value? {
        try scene(for: seat, style: style, names: .unknown)
    }

    /// Returns the scene, drawn with the names of the seats.
    package func scene(for seat: Int?, style: String = "expanded", names: SeatNames) throws(GameError) -> Value? {
        if let seat { try check(seat: seat) }
        guard ["compact", "expanded", "transcript"].contains(style) else {
            throw .request("There is no style '\(style.excerpt)'; expected compact, expanded or transcript.")
        }
        if awaitsSetup { return nil }
        WorkCounter.add(.scenesRendered)
        let view = try handedView(for: seat)
        let scene = try look(as: script.drawer(for: seat), "scene") { referee throws(GameError) in
            try referee.value("scene", [.integer(Int64(seat ?? 0)), .text(style), names.crossing] + view)
        }
        guard scene == .null else { return scene }
        if let witness, let failure = emptyScene(for: seat, style: style) { witness.note(failure) }
        return nil
    }

    /// Returns the failure of a `scene` that returned nothing, or nil if the script needn't draw.
    package func emptyScene(for seat: Int?, style: String = "expanded") -> ScriptFailure? {
        guard script.drawsExpanded, style == "expanded" else { return nil }
        let who = seat.map { "seat \($0)" } ?? "a spectator"
        return ScriptFailure(
            of: script, hook: "scene", "`scene` returned nothing for \(who): is a `return` missing?")
    }

    /// Returns the prompts of a seat: the script's text for each open move that has a `prompt`, by
    /// the move's name.
    package func prompts(for seat: Int, names: SeatNames = .unknown) throws(GameError) -> [String: String] {
        try check(seat: seat)
        if awaitsSetup { return [:] }
        let found = try look(as: script.lister(for: seat), "prompt") { referee throws(GameError) in
            try referee.value("prompts", [.integer(Int64(seat)), names.crossing])
        }
        var prompts: [String: String] = [:]
        for case (.string(let name), .string(let text)) in found.mapValue ?? [:] { prompts[name] = text }
        return prompts
    }

    /// Returns the texts of the script's `message` for an event, or nil if it has none.
    package func message(of event: Value, names: SeatNames = .unknown) throws(GameError) -> Value? {
        if awaitsSetup { return nil }
        let view = try handedView(for: nil)
        let texts = try look(as: script.drawer(for: nil), "message") { referee throws(GameError) in
            try referee.value("message", [Self.crossing(event), names.crossing] + view)
        }
        if texts == .null { return nil }
        if let witness, let fault = MessageTexts.fault(in: texts) {
            witness.note(ScriptFailure(of: script, hook: "message", fault))
        }
        return texts
    }

    /// Returns the whole state with all its secrets: for the host, never for a player. `.null`
    /// before there is a state.
    ///
    /// - Throws: ``GameError`` if the script's state can't be written.
    public func state() throws(GameError) -> Value {
        if awaitsSetup { return .null }
        let bytes = try stateBytes()
        do throws(ValueError) {
            return try Value(canonicalBytes: bytes, root: "state")
        } catch {
            throw .request("The state can't be read: \(error)")
        }
    }

    /// Returns the canonical bytes of the state: all of it, or without `secret`.
    package func stateBytes(public isPublic: Bool = false) throws(GameError) -> [UInt8] {
        try attempt { referee throws(GameError) in try referee.bytes("state_bytes", .boolean(isPublic)) }
    }

    /// Returns the SHA-256 of what everybody may know: of the public state, or of a spectator's
    /// view if the script hides only by its `view`.
    package func shownDigest() throws(GameError) -> [UInt8] {
        guard script.picksViews, !script.secretive, !awaitsSetup else { return try digest(public: true) }
        let view = try view(for: nil)
        do {
            return Array(SHA256.hash(data: try view.canonicalBytes()))
        } catch {
            throw .request("The view can't be written: \(error)")
        }
    }

    /// Returns the digest of the position that a message commits to; see `docs/protocol.md`. It is
    /// the SHA-256 of a map with the public `state`, the `turn`, the flag `round`, the moves that
    /// `turn` names (`only`), and the `outcome`. Before there is a state, it is 32 bytes of 0.
    package func standingDigest() throws(GameError) -> [UInt8] {
        if awaitsSetup { return [UInt8](repeating: 0, count: SHA256.byteCount) }
        let bytes = try attempt { referee throws(GameError) in try referee.bytes("standing_bytes") }
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns the SHA-256 of the canonical bytes of the state: of all of it, or without `secret`.
    /// 32 bytes of 0 before there is a state.
    public func digest(public isPublic: Bool = false) throws(GameError) -> [UInt8] {
        if awaitsSetup { return [UInt8](repeating: 0, count: SHA256.byteCount) }
        return Array(SHA256.hash(data: try stateBytes(public: isPublic)))
    }
}

/// Lua expressions over the state of a match, for authors.
extension Match {
    /// The most results of an expression.
    private static let mostResults = 8

    /// Evaluates a Lua expression, or runs a statement, in the match's sandbox and under its
    /// limits.
    ///
    /// The variables are `state` (all of it, with its secrets), `view` (what the seat may know),
    /// `match` and `seat`. The first two are copies, so changes to them don't affect the match.
    ///
    /// ```swift
    /// try match.evaluate("state.hits + 1, #view.hands", seat: 2)   // [3, 5]
    /// ```
    ///
    /// - Parameter seat: The seat whose view it is; nil for a spectator.
    /// - Returns: The results, at most eight; nil for a function.
    /// - Throws: ``GameError/failed(_:)`` for a syntax error, an error while it runs, or a result
    ///   that isn't data.
    package func evaluate(_ expression: String, seat: Int? = nil) throws(GameError) -> [Value?] {
        try look(as: .host, "lua") { referee throws(GameError) in
            let chunk = try referee.compile(expression)
            defer { referee.state.forget(chunk) }
            let arguments: [LuaValue] = [.function(chunk), .integer(Int64(seat ?? 0))]
            let results = try referee.call("evaluate", arguments, results: 1 + Self.mostResults)
            let count = Int(results[0].integer ?? 0)
            do {
                return try results.dropFirst().prefix(count).map { try $0.decoded() }
            } catch {
                throw referee.failure(LuaError(kind: .script, message: "\(error)"))
            }
        }
    }
}

extension Referee {
    /// Returns a function of the four variables. Text that isn't an expression is compiled as a
    /// statement.
    fileprivate func compile(_ expression: String) throws(GameError) -> LuaFunction {
        let head = "local state, view, match, seat = ...; "
        do throws(LuaError) {
            return try state.load(head + "return " + expression, name: "lua")
        } catch {
            if error.kind == .script, let chunk = try? state.load(head + expression, name: "lua") { return chunk }
            throw .failed(ScriptFailure(game: "lua", hook: nil, error: error))
        }
    }
}

/// The texts of a bubble, as a script's `message` returns them.
package enum MessageTexts {
    /// The keys of a bubble's texts.
    package static let keys = [
        "caption", "subcaption", "trailing_caption", "trailing_subcaption", "image_title", "image_subtitle", "summary",
        "accessibility",
    ]

    /// Returns what is wrong with the result of `message`, in a sentence that names the key; nil if
    /// nothing is.
    package static func fault(in texts: Value) -> String? {
        if texts == .array([]) { return nil }  // a table without texts
        guard case .map(let fields) = texts else {
            return "`message` returned \(texts.summary()): expected a table of texts"
        }
        for (key, text) in fields.sorted(by: { $0.key < $1.key }) {
            guard case .string(let name) = key, keys.contains(name) else {
                let (shown, nearest) =
                    switch key {
                    case .string(let name): ("'\(name.excerpt)'", NearestName.of(name, in: keys))
                    case .int(let number): ("\(number)", nil)
                    }
                let hint = nearest.map { "; did you mean '\($0)'?" } ?? ": expected \(keys.joined(separator: ", "))"
                return "`message` returned the key \(shown), which no bubble has\(hint)"
            }
            if text.stringValue == nil { return "`message` returned \(text.summary()) as \(name): expected a text" }
        }
        return nil
    }
}

/// The scene for a game whose script draws none. The compact style has the title and a Start
/// button. Other styles have the title, the status of the match, and the view as data.
package enum FallbackScene {
    /// The most characters of the view.
    package static let longestView = 1000

    /// Returns the scene as data, in the form that scripts return.
    package static func value(
        of match: Match, seat: Int?, style: String, names: SeatNames = .unknown
    ) throws(GameError) -> Value {
        let title: Value = ["kind": "text", "style": "title", "text": .string(match.script.title)]
        if style == "compact" {
            return ["kind": "stack", "nodes": [title, ["kind": "button", "label": "Start", "play": "start"]]]
        }
        let view = (try? match.view(for: seat).json()) ?? ""
        let shown = view.count > longestView ? view.prefix(longestView) + "…" : view[...]
        return [
            "kind": "stack",
            "nodes": [
                title, ["kind": "text", "text": .string(try standing(match, names))],
                ["kind": "text", "style": "quiet", "text": .string(String(shown))],
            ],
        ]
    }

    /// Returns the scene of a match in which something was dealt or drawn, while seats are free. It
    /// shows nothing of that: otherwise people might join, or stay away, because of it.
    package static func covered(_ script: GameScript) -> Value {
        var nodes: [Value] = [["kind": "text", "text": .string(script.title), "style": "title"]]
        if !script.summary.isEmpty { nodes.append(["kind": "text", "text": .string(script.summary)]) }
        nodes.append(["kind": "text", "style": "quiet", "text": "What was dealt is shown when the match has started."])
        return ["kind": "stack", "nodes": .array(nodes)]
    }

    private static func standing(_ match: Match, _ names: SeatNames) throws(GameError) -> String {
        let status = try match.status
        if let outcome = status.outcome { return "The game is over: \(outcome.text)." }
        return "\(NameList.of(status.turn.map(names.name))) \(status.turn.count == 1 ? "is" : "are") to move."
    }
}
