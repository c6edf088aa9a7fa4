/// Why a game can't be measured.
package enum BenchFailure: Error, CustomStringConvertible {
    /// A random game of it goes on and on.
    case endless
    /// It is over before anybody has moved, so there is nothing to measure.
    case overAtOnce

    /// The most moves of one random game.
    package static let mostMoves = 10_000
    /// The most seconds of processor time for one random game.
    package static let longestGame = 10.0

    package var description: String {
        switch self {
        case .endless:
            "expected a random game to end within \(Self.mostMoves) moves and \(Int(Self.longestGame)) s; one didn't"
        case .overAtOnce: "expected somebody to have a move; the match is over when it begins"
        }
    }
}
