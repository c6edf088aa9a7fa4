import Foundation
import GameRules
import LuaRuntime
import Values

/// Something that plays whole random games of one game, one after the other.
protocol Playouts {
    /// Plays so many games to their ends; returns how many moves were made.
    mutating func play(games: Int) throws -> Int
}

/// The games in a guarded state, with every limit and check on.
struct GuardedPlayouts: Playouts {
    let match: Match
    /// Is a whole game one call into the state, as bots play it out, or each move one, as hosts play?
    let wholeGames: Bool
    private var generator = SplitMix64(seed: 1)
    private var seed: UInt64 = 0

    init(_ script: GameScript, wholeGames: Bool, pool: MemoryPool) throws(GameError) {
        match = try Match(of: script, seed: 0, pool: pool)
        self.wholeGames = wholeGames
    }

    mutating func play(games: Int) throws -> Int {
        var moves = 0
        for _ in 0..<games {
            var watch: Stopwatch?
            let before = moves
            seed += 1
            guard !wholeGames else {
                moves += try match.playRandomGame(seed: seed, atMost: BenchFailure.mostMoves, using: &generator)
                guard moves - before < BenchFailure.mostMoves else { throw BenchFailure.endless }
                continue
            }
            var goesOn = try match.restart(seed: seed)
            while goesOn {
                goesOn = try match.playRandomMove(using: &generator)
                moves += 1
                // the thread's clock costs as much as a move: a look now and then is enough
                guard (moves - before) % 32 == 0 else { continue }
                let begun = watch ?? Stopwatch()
                watch = begun
                guard moves - before < BenchFailure.mostMoves, begun.seconds < BenchFailure.longestGame else {
                    throw BenchFailure.endless
                }
            }
        }
        return moves
    }
}

/// The same rules and modules, looped over by plain Lua in a stock state without limits: what a script costs when nobody
/// guards it. See `sdk/bench/playouts.lua`.
struct PlainPlayouts: Playouts {
    private let game: String
    private let state: LuaState
    private let run: LuaFunction

    /// - Throws: ``GameError``, or ``LuaError`` if the game can't be loaded there.
    init(_ script: GameScript, home: ParlorHome) throws {
        let place = home.sdk.appendingPathComponent("bench/playouts.lua")
        guard let loop = try? String(contentsOf: place, encoding: .utf8) else {
            throw GameError.request("\(place.path) can't be read: it is the loop to compare with.")
        }
        game = script.id
        state = try LuaState(kind: .stock)
        for module in script.library.modules where module.name.hasPrefix("parlor") {
            try state.register(module: module.name, source: module.source, name: module.chunk, trust: .host)
        }
        for (file, source) in script.folder.files where file != "game.lua" {
            try state.register(module: String(file.dropLast(4)), source: source, name: file)
        }
        let begin = try state.load(
            """
            local loop, game, seats, options, seed = ...
            math.randomseed(seed)
            return loop()(game(), seats, options)
            """, name: "bench")
        let rules = try state.load(script.folder.files["game.lua"] ?? "", name: "game.lua")
        let playouts = try state.load(loop, name: "sdk/bench/playouts.lua")
        let state = state
        let results = try LastResort.watch("\(game) can't be loaded in plain Lua: it doesn't come to an end there.") {
            try state.call(
                begin, .function(playouts), .function(rules), .integer(Int64(script.seats.lowerBound)),
                .value(.map(script.options.reduce(into: [:]) { $0[.string($1.name)] = $1.standard })), .integer(1))
        }
        guard let run = results.first?.function else {
            throw GameError.request("sdk/bench/playouts.lua must return a function that makes a loop.")
        }
        self.run = run
    }

    mutating func play(games: Int) throws -> Int {
        try LastResort.watch("\(game) behaves otherwise in plain Lua: it doesn't come to an end there.") {
            Int(try state.call(run, integer: Int64(games), deadline: LuaLimits.hardDeadline))
        }
    }
}
