import Values

/// The result of a match.
public enum Outcome: Hashable, Sendable {
    /// The seats that won.
    case win([Int])
    /// Nobody won.
    case draw
    /// A number for each seat, in seat order.
    case scores([Double])

    /// Reads what the referee reports: `{win = {…}}`, `{draw = true}` or `{scores = {…}}`. Nil for
    /// anything else.
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

    /// The form in golden playthroughs: `win 1 2`, `draw`, `scores 3 -1`.
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

    /// Returns the text of a score, without a fraction if it has none.
    public static func text(_ score: Double) -> String {
        Int64(exactly: score).map(String.init) ?? "\(score)"
    }
}

extension Outcome {
    /// Returns a sentence about the result: `Ana and Bob win.`, `Ana wins: Ana 3, Bob -1.`
    ///
    /// - Parameter name: Returns the name of a seat within a sentence.
    package func sentence(_ name: (Int) -> String) -> String {
        switch self {
        case .win(let seats): return NameList.of(seats.map(name)) + (seats.count == 1 ? " wins." : " win.")
        case .draw: return "The game is drawn."
        case .scores(let scores):
            let each = scores.enumerated().map { "\(name($0.offset + 1)) \(Outcome.text($0.element))" }
            let all = each.joined(separator: ", ")
            guard let most = scores.max(), scores.count > 1 else { return "The game is over: \(all)." }
            let ahead = scores.indices.filter { scores[$0] == most }.map { name($0 + 1) }
            if ahead.count == scores.count { return "Nobody is ahead: \(all)." }
            return "\(NameList.of(ahead)) \(ahead.count == 1 ? "wins" : "win"): \(all)."
        }
    }

    /// The seats that won. With scores, the seats with the highest score, or none if all seats have
    /// it.
    package var winners: [Int] {
        switch self {
        case .win(let seats): return seats
        case .draw: return []
        case .scores(let scores):
            guard let highest = scores.max(), scores.contains(where: { $0 != highest }) else { return [] }
            return scores.indices.filter { scores[$0] == highest }.map { $0 + 1 }
        }
    }
}
