import Conformance
import Parlor

/// Why a game can't be measured.
enum BenchFailure: Error, CustomStringConvertible {
    /// A random game of it goes on and on.
    case endless
    /// It is over before anybody has moved, so there is nothing to measure.
    case overAtOnce

    /// The most moves of one random game.
    static let mostMoves = 10_000
    /// The most seconds of processor time for one random game.
    static let longestGame = 10.0

    var description: String {
        switch self {
        case .endless:
            "expected a random game to end within \(Self.mostMoves) moves and \(Int(Self.longestGame)) s; one didn't"
        case .overAtOnce: "expected somebody to have a move; the match is over when it begins"
        }
    }

    /// What to tell of a game as it was named on the command line.
    func line(_ game: String) -> String {
        let advice = self == .endless ? " `parlor check \(ShellWord(game).text)` shows such a game (O1)." : ""
        return "\(game.onOneLine): \(self).\(advice)"
    }
}
