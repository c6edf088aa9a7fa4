import Effort
import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

/// At every ply, a device that doesn't know the seals of other seats has exactly the view that the match with full
/// knowledge gives its seat.
@Suite struct PartialReplicaTests {
    /// The number of games of each kind; a quarter of this number for the small games below. `make nightly` plays
    /// more. Twenty games are enough to include every fleet, and games that seats leave.
    private static let games =
        ProcessInfo.processInfo.environment["PARLOR_PARTIAL_GAMES"].flatMap(Int.init)
        ?? TestEffort.extent(quick: 20, full: 200)

    private static let fleets: [[String: Value]] = [3, 8, 10].flatMap { (size: Int64) -> [[String: Value]] in
        [false, true].map { ["size": .int(size), "salvo": .bool($0)] }
    }

    /// Plays games on one Lua thread.
    private func play(_ numbers: some Sequence<Int>, _ game: (Int) throws -> Void) throws {
        try LuaThread.run { for number in numbers { try game(number) } }
    }

    /// Small seas are more frequent, because a game on a large sea has hundreds of plies.
    @Test(arguments: [0, 1]) func battleshipIsTheSameOnEveryDevice(part: Int) throws {
        let script = try catalog().script("battleship")
        try play(stride(from: part, to: Self.games, by: 2)) { number in
            let options = Self.fleets[number % 100 < 6 ? number % 6 : number % 2]
            let game = try SideBySide(script, options: options, seed: UInt64(number))
            try game.playRandomGame(leaving: number % 10 == 9 ? 60 : 0)
            try game.openAll()
            #expect(game.seals > 0 || game.leaves > 0)
        }
    }

    @Test(arguments: [0, 1]) func hideoutIsTheSameOnEveryDevice(part: Int) throws {
        let script = try catalog().script(hideout)
        try play(stride(from: part, to: Self.games, by: 2)) { number in
            let game = try SideBySide(script, options: ["size": 4, "ships": 3], seed: UInt64(number))
            try game.playRandomGame(leaving: number % 4 == 3 ? 15 : 0)
            try game.openAll()
        }
    }

    @Test func sealsThatAMoveOpensAreOpenedBeforeIt() throws {
        let script = try script(PartialGames.call)
        var openers = 0
        try play(0..<Self.games / 4) { number in
            let game = try SideBySide(script, seats: 2 + number % 3, seed: UInt64(number))
            try game.playRandomGame(leaving: number % 3 == 2 ? 20 : 0, atMost: 120)
            try game.openAll()
            openers += game.openers
        }
        #expect(openers > Self.games / 4)
    }

    @Test func roundsAndAnswersAreTheSameOnEveryDevice() throws {
        let script = try script(PartialGames.round)
        try play(0..<Self.games / 4) { number in
            let game = try SideBySide(script, seed: UInt64(number))
            try game.playRandomGame(leaving: number % 3 == 2 ? 20 : 0)
            try game.openAll()
            #expect(game.seals >= 6 || game.leaves > 0)
        }
    }
}
