/// Why a game can't be measured.
enum BenchFailure: Error, CustomStringConvertible {
    /// A random game of it goes on and on.
    case endless(String)

    /// The most moves of one random game.
    static let mostMoves = 10_000
    /// The most seconds of processor time for one random game.
    static let longestGame = 10.0

    var description: String {
        switch self {
        case .endless(let game):
            "\(game): expected a random game to end within \(Self.mostMoves) moves and \(Int(Self.longestGame)) s; one didn't. "
                + "'parlor check \(game)' shows such a game (O1)."
        }
    }
}
