import Values

/// How a match ended.
public enum Outcome: Hashable, Sendable {
    /// The seats that won.
    case win([Int])
    /// Nobody won.
    case draw
    /// A number for each seat, in seat order.
    case scores([Double])

    /// Reads what the referee reports: `{win = {…}}`, `{draw = true}` or `{scores = {…}}`. Nil for anything else.
    init?(_ value: Value) {
        if let seats = value["win"]?.arrayValue {
            self = .win(seats.compactMap(\.intValue))
        } else if let scores = value["scores"]?.arrayValue {
            self = .scores(scores.compactMap(\.numberValue))
        } else if value["draw"]?.boolValue == true {
            self = .draw
        } else {
            return nil
        }
    }

    /// The form of the line protocol: `{"win":[2]}`, `{"draw":true}`, `{"scores":[1,-1]}`.
    public var value: Value {
        switch self {
        case .win(let seats): ["win": .array(seats.map { .int(Int64($0)) })]
        case .draw: ["draw": true]
        case .scores(let scores): ["scores": .array(scores.map(Self.number))]
        }
    }

    /// As golden playthroughs write it: `win 1 2`, `draw`, `scores 3 -1`.
    public var text: String {
        switch self {
        case .win(let seats): "win " + seats.map(String.init).joined(separator: " ")
        case .draw: "draw"
        case .scores(let scores): "scores " + scores.map(Self.text).joined(separator: " ")
        }
    }

    private static func number(_ score: Double) -> Value {
        Int64(exactly: score).map(Value.int) ?? .double(score)
    }

    /// A score in words, without a fraction where there is none.
    public static func text(_ score: Double) -> String {
        Int64(exactly: score).map(String.init) ?? "\(score)"
    }
}
