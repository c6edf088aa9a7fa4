import ArgumentParser
import Foundation
import Measuring
import Parlor

struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Measure how many moves a host plays in a second.",
        discussion: """
            The plain loop of the README, move by move from a thread of its own; the same on a Lua thread; by the places of moves
            there; and random games in one call each.
            """)

    @OptionGroup var options: GameOptions

    func run() throws {
        let catalog = try GameCatalog(home: ParlorHome.find())
        defer { StatusLine.clear() }
        var rows: [[String]] = []
        for name in options.games.isEmpty ? ["tic-tac-toe", "connect-four"] : options.games {
            let script = try catalog.script(name)
            let rates = [
                try rate(script) { try Self.playByTexts($0) },
                try rate(script) { match in try LuaThread.run { try Self.playByTexts(match) } },
                try rate(script) { match in try LuaThread.run { try Self.playByPlaces(match) } },
                try rate(script) { match in
                    var generator = SplitMix64(seed: match.seed)
                    try match.playRandomGame(seed: match.seed &+ 1, using: &generator)
                },
            ]
            rows.append([name] + rates.map { "\(Int($0))" })
        }
        StatusLine.clear()
        print(BenchReport.markdown(["game", "plain loop", "on a Lua thread", "by places", "whole games"], rows))
    }

    /// Returns the number of moves in a second of the wall clock, because a host also waits while a call changes threads.
    private func rate(_ script: GameScript, _ play: (Match) throws -> Void) throws -> Double {
        let match = try Match(of: script, seed: 1)
        let begun = ContinuousClock.now
        var moves = 0
        while ContinuousClock.now - begun < .seconds(options.seconds / 4) {
            try play(match)
            moves += match.log.count
            try match.restart(seed: match.seed &+ 1)
        }
        return Double(moves) / ((ContinuousClock.now - begun) / .seconds(1))
    }

    private static func playByTexts(_ match: Match) throws {
        while let seat = try match.status.turn.first, let move = try match.legalMoves(for: seat).randomElement() {
            try match.play(move.text, seat: seat)
        }
    }

    private static func playByPlaces(_ match: Match) throws {
        while let seat = try match.status.turn.first, let move = try match.legalMoves(for: seat).randomElement() {
            try match.play(index: move.index, seat: seat)
        }
    }
}
