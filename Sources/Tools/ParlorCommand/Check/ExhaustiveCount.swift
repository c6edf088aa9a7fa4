import ArgumentParser
import Conformance
import Foundation
import Measuring
import Parlor

/// The work of `--exhaustive`: counting every possible match of a small game.
struct ExhaustiveCount {
    let seats: Int?
    let options: [String]
    let maximumStates: Int
    /// Receives the progress of the count.
    let progress: (GameTree.Progress) -> Void

    /// The most positions that a person may request as the limit. More positions don't fit into the
    /// memory of most machines.
    static let mostStates = 100_000_000

    /// The result of a count, as JSON and in words.
    struct Result {
        let game: String
        let tree: GameTree

        var value: Value {
            [
                "game": .string(game), "games": .int(Int64(tree.games)), "states": .int(Int64(tree.states)),
                "ends": .int(Int64(tree.terminals)), "wins": .array(tree.wins.map { .int(Int64($0)) }),
                "draws": .int(Int64(tree.draws)), "longest": .int(Int64(tree.longest)),
                "branching": .double((tree.branching * 1000).rounded() / 1000),
            ]
        }

        var lines: [String] {
            let wins = tree.wins.enumerated().map { "seat \($0 + 1) wins \($1)" }.joined(separator: ", ")
            return [
                "\(game): \(counted(tree.games, "game")), \(counted(tree.states, "position")), \(tree.terminals) of them final",
                "  \(wins), drawn \(tree.draws)",
                "  longest \(counted(plies: tree.longest)), \(decimal(tree.branching, 2)) moves at a ply",
            ]
        }
    }

    /// Counts the matches of a game.
    ///
    /// - Throws: ``GameError`` for options that don't fit, ``GameTreeError`` for a game that can't
    ///   be counted.
    func count(_ script: GameScript) throws -> Result {
        let chosen = try script.options(arguments: options)
        let tree = try GameTree(of: script, seats: seats, options: chosen, maximumStates: maximumStates) { progress in
            self.progress(progress)
            return true
        }
        return Result(game: script.id, tree: tree)
    }

    /// Returns the exit code of an error. A game with chance or typed moves is a usage error, and
    /// so are options that don't fit. A game that is too large or fails is a failure.
    static func code(of error: GameTreeError) -> ExitCode {
        switch error {
        case .chance, .typedMove, .failed(.request, _): .usage
        case .tooManyStates, .tooManyGames, .cancelled, .failed: .failure
        }
    }
}
