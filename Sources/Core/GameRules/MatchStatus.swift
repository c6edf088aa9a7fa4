import Values

/// The status of a match.
public struct MatchStatus: Hashable, Sendable {
    /// The seats to move now: several in a round, none after the match is over.
    public var turn: [Int]
    /// The number of plies that were played. Moves of a round count when the round is complete.
    public var ply: Int
    /// The result; nil until the match is over.
    public var outcome: Outcome?
    /// Whether this is a round, in which several seats move at once.
    public var isRound: Bool
    /// The seats that left.
    public var gone: [Int]
    /// The number of sealed moves that each seat has made, in seat order.
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

/// The part of a ``MatchStatus`` that a replay needs at every ply of a log: whose turn it is, and
/// whether the match is over. One quick call returns it.
package struct TurnStatus: Hashable, Sendable {
    /// The seats that are to move, in order.
    package let turn: [Int]
    /// Whether all of them move at once.
    package let isRound: Bool
    package let isOver: Bool

    /// - Parameter bits: The result of `standing` in `sdk/host/referee.lua`: a bit for each seat
    ///   from bit 8 on, and flags of a ply.
    init(bits: Int64, seats: Int) {
        isRound = bits & 4 != 0
        isOver = bits & 1 != 0
        turn = (1...max(1, seats)).filter { bits >> Int64($0 + 7) & 1 != 0 }
    }
}

extension TurnStatus {
    init(turn: [Int], isRound: Bool, isOver: Bool) {
        (self.turn, self.isRound, self.isOver) = (turn, isRound, isOver)
    }
}
