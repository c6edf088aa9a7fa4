import Values

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

    /// Returns the scene of a match that has free seats and in which something was dealt or drawn. The
    /// scene shows nothing of that, so that it can't influence who joins.
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
