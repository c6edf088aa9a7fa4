import Parlor

// Values for authors: the state, and what expressions give.
extension ReplSession {
    func show(_ value: Value) {
        show(PrettyValue(value: value, columns: screen.columns()).lines.flatMap { screen.lines($0) })
    }

    /// Carries out an expression and shows what it gives; what is wrong with the expression alone is no failure of the script.
    func showResults(of evaluate: () throws(GameError) -> [Value?]) throws(GameError) {
        let results: [Value?]
        do {
            results = try evaluate()
        } catch {
            guard case .failed(let failure) = error, failure.place?.source ?? "lua" == "lua" else { throw error }
            show(FailureReport.printed(failure.printed).flatMap { screen.lines($0, .quiet) })
            return refuse("lua: \(failure.error.message)")
        }
        for case let result in results { result.map { show($0) } ?? say("a function") }
        if results.isEmpty { say("no value", .quiet) }
    }
}
