import LuaRuntime
import Values

/// For authors: Lua expressions over the state of a match.
extension Match {
    /// The most results of an expression.
    private static let mostResults = 8

    /// Evaluates a Lua expression, or runs a statement, in the match's sandbox and under its limits.
    ///
    /// The variables are `state`, all of it with its secrets; `view`, what the seat may know; `match`; and `seat`. The first
    /// two are copies, so nothing that is done to them touches the match.
    ///
    /// ```swift
    /// try match.evaluate("state.hits + 1, #view.hands", seat: 2)   // [3, 5]
    /// ```
    ///
    /// - Parameter seat: whose view it is; nil for a spectator's.
    /// - Returns: the results, at most eight; nil for a function.
    /// - Throws: ``GameError/failed(_:)`` for a syntax error, an error while it runs, or a result that is no data.
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
    /// A function of the four variables. What is no expression may still be a statement.
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
