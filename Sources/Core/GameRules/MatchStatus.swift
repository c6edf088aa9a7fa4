import Values

/// Where a match stands.
public struct MatchStatus: Hashable, Sendable {
    /// The seats to move now; several in a round, none after the end.
    public var turn: [Int]
    /// How many plies were played. Moves of a round count once the round is complete.
    public var ply: Int
    /// How it ended; nil while the match goes on.
    public var outcome: Outcome?
    /// Is this a round, in which several seats move at once?
    public var isRound: Bool
    /// Seats that left.
    public var gone: [Int]
    /// How many sealed moves each seat has made, in seat order.
    public var sealed: [Int]

    init(_ value: Value) {
        turn = value["turn"]?.arrayValue?.compactMap(\.intValue) ?? []
        ply = max(0, value["ply"]?.intValue ?? 0)
        outcome = value["outcome"].flatMap(Outcome.init)
        isRound = value["round"]?.boolValue ?? false
        gone = value["gone"]?.arrayValue?.compactMap(\.intValue) ?? []
        sealed = value["sealed"]?.arrayValue?.compactMap(\.intValue) ?? []
    }
}
