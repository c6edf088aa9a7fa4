import Parlor

/// What is shown where a game's script draws nothing: the compact style's title and Start button; in other styles the title,
/// where the match stands, and the view as data.
enum FallbackScene {
    /// The most characters of the view.
    static let longestView = 1000

    /// The scene as data, in the form that scripts return.
    static func value(of match: Match, seat: Int?, style: String) throws(GameError) -> Value {
        let title: Value = ["kind": "text", "style": "title", "text": .string(match.script.title)]
        if style == "compact" {
            return ["kind": "stack", "nodes": [title, ["kind": "button", "label": "Start", "play": "start"]]]
        }
        let view = (try? match.view(for: seat).json()) ?? ""
        let shown = view.count > longestView ? view.prefix(longestView) + "…" : view[...]
        return [
            "kind": "stack",
            "nodes": [
                title, ["kind": "text", "text": .string(try standing(match))],
                ["kind": "text", "style": "quiet", "text": .string(String(shown))],
            ],
        ]
    }

    private static func standing(_ match: Match) throws(GameError) -> String {
        let status = try match.status
        if let outcome = status.outcome { return "The game is over: \(outcome.text)." }
        let seats = status.turn.map(String.init).joined(separator: ", ")
        return status.turn.count == 1 ? "Seat \(seats) is to move." : "Seats \(seats) are to move."
    }
}
