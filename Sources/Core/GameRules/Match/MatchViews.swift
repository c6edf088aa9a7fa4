import LuaRuntime
import Values

/// The views of a match: the legal moves, the views and the scenes of each viewer, as the script
/// makes them. Requests for them don't change the match.
package final class MatchViews {
    private let rules: RunningRules
    private let viewers: ViewerStates
    private var setup: MatchSetup { rules.setup }
    private var script: GameScript { rules.script }
    private var awaitsSetup: Bool { rules.draws.awaitsSetup }
    private var witness: ScriptObserver? { rules.loader.witness }

    /// Whether listed moves are cached until the match changes. For hosts, which ask for them many
    /// times at one ply.
    package var keepsMoves = false

    init(_ rules: RunningRules, _ viewers: ViewerStates) { (self.rules, self.viewers) = (rules, viewers) }

    /// Returns the legal moves of a seat in canonical order, or no moves if it isn't its turn.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails; ``GameError/request(_:)`` for a seat
    ///   that doesn't exist. All functions with a seat as parameter throw this error.
    func legalMoves(for seat: Int) throws(GameError) -> [Move] {
        try setup.check(seat: seat)
        if awaitsSetup || rules.waitsFor != nil { return [] }
        if rules.mustReplay, let known = rules.known, !known.turn.contains(seat) { return [] }
        return try listMoves(for: seat)
    }

    /// Returns the move with a number in the list of a seat, even while the match waits for a
    /// random draw.
    package func listedMove(_ number: Int, of seat: Int) throws(GameError) -> Move? {
        try listMoves(for: seat).first { $0.index == number }
    }

    private func listMoves(for seat: Int) throws(GameError) -> [Move] {
        if let moves = rules.listed?[seat] { return moves }
        let (list, isQuiet) = try viewers.look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            let list = try referee.value("legal", .integer(Int64(seat)))
            // a list with printed output isn't cached: its author should see the output each time
            return (list, rules.loader.output.printouts.isEmpty)
        }
        let moves = list.arrayValue?.compactMap(Move.init) ?? []
        if keepsMoves, isQuiet, list.weight <= Self.mostKept {
            rules.listed = (rules.listed ?? [:]).merging([seat: moves]) { $1 }
        }
        return moves
    }

    /// The most bytes of a cached list of moves. Nearly all lists are far smaller, but a script
    /// could make large ones.
    private static let mostKept = 256 << 10

    /// Returns the number of legal moves of a seat. Makes the same calls of the script as
    /// ``legalMoves(for:)``, but doesn't return the list.
    func countMoves(of seat: Int) throws(GameError) -> Int {
        let results = try viewers.look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("count", [.integer(Int64(seat))])
        }
        return Int(results.first?.integer ?? 0)
    }

    /// Returns the legal moves of a seat. Asks the script again, even if it has answered at this
    /// ply.
    package func freshMoves(for seat: Int) throws(GameError) -> [Move] {
        _ = try viewers.look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("ungather", results: 0)
        }
        rules.listed = nil
        return try legalMoves(for: seat)
    }

    /// Returns what a seat may know; nil is a spectator.
    func view(for seat: Int?) throws(GameError) -> Value {
        if let seat { try setup.check(seat: seat) }
        if awaitsSetup { return .null }
        return try viewers.look(as: script.viewer(for: seat), "view") { referee throws(GameError) in
            try referee.value("view", .integer(Int64(seat ?? 0)))
        }
    }

    /// Returns whether a seat's view and its scenes are made in different states. If so, also returns the
    /// view as a value.
    private func handedView(for seat: Int?) throws(GameError) -> [LuaValue] {
        let viewer = script.viewer(for: seat)
        guard viewer != script.drawer(for: seat) else { return [.boolean(false)] }
        let bytes = try viewers.look(as: viewer, "view") { referee throws(GameError) in
            try referee.bytes("view_bytes", .integer(Int64(seat ?? 0)))
        }
        return [.boolean(true), .encoded(bytes)]
    }

    /// Returns the scene of a seat's view as data, drawn with the names of the seats; nil if the
    /// script draws none.
    ///
    /// - Parameter style: `compact`, `expanded` or `transcript`.
    package func scene(for seat: Int?, style: String = "expanded", names: SeatNames) throws(GameError) -> Value? {
        if let seat { try setup.check(seat: seat) }
        guard ["compact", "expanded", "transcript"].contains(style) else {
            throw .request(.noStyle(style))
        }
        if awaitsSetup { return nil }
        WorkCounter.add(.scenesRendered)
        let view = try handedView(for: seat)
        let scene = try viewers.look(as: script.drawer(for: seat), "scene") { referee throws(GameError) in
            try referee.value("scene", [.integer(Int64(seat ?? 0)), .text(style), names.crossing] + view)
        }
        guard scene == .null else { return scene }
        if let witness, let failure = emptyScene(for: seat, style: style) { witness.note(failure) }
        return nil
    }

    /// Returns the failure of a `scene` that returned nothing, or nil if the script needn't draw
    /// this style.
    package func emptyScene(for seat: Int?, style: String = "expanded") -> ScriptFailure? {
        guard script.drawsExpanded, style == "expanded" else { return nil }
        let who = seat.map { "seat \($0)" } ?? "a spectator"
        return ScriptFailure(
            of: script, hook: "scene", "`scene` returned nothing for \(who): is a `return` missing?")
    }

    /// Returns the prompts of a seat: the script's text for each open move that has a `prompt`, by
    /// the move's name.
    package func prompts(for seat: Int, names: SeatNames = .unknown) throws(GameError) -> [String: String] {
        try setup.check(seat: seat)
        if awaitsSetup { return [:] }
        let found = try viewers.look(as: script.lister(for: seat), "prompt") { referee throws(GameError) in
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
        let texts = try viewers.look(as: script.drawer(for: nil), "message") { referee throws(GameError) in
            try referee.value("message", [.crossing(event), names.crossing] + view)
        }
        if texts == .null { return nil }
        if let witness, let fault = MessageTexts.fault(in: texts) {
            witness.note(ScriptFailure(of: script, hook: "message", fault))
        }
        return texts
    }

    // MARK: Lua expressions

    /// The most results of an expression.
    private static let mostResults = 8

    /// Evaluates a Lua expression, or runs a statement, in the match's sandbox and under its
    /// limits.
    ///
    /// The variables are `state` (all of it, with its secrets), `view` (what the seat may know),
    /// `match` and `seat`. The first two are copies, so changes to them don't affect the match.
    ///
    /// ```swift
    /// try match.views.evaluate("state.hits + 1, #view.hands", seat: 2)   // [3, 5]
    /// ```
    ///
    /// - Parameter seat: The seat whose view it is; nil for a spectator.
    /// - Returns: The results, at most eight; nil in place of a function.
    /// - Throws: ``GameError/failed(_:)`` for a syntax error, an error while it runs, or a result
    ///   that isn't data.
    package func evaluate(_ expression: String, seat: Int? = nil) throws(GameError) -> [Value?] {
        try viewers.look(as: .host, "lua") { referee throws(GameError) in
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
