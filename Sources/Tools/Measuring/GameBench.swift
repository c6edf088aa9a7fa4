import Foundation
import GameRules
import LuaRuntime
import Values

/// The figures of one game.
package struct GameBench {
    /// The figures of one side of the comparison.
    struct Side {
        var seconds = 0.0
        var moves = 0
        var games = 0
        /// The moves per second of each round.
        var speeds: [Double] = []

        var movesPerSecond: Double { speeds.median }
        var movesPerGame: Double { Double(moves) / Double(max(1, games)) }
        var gamesPerSecond: Double { movesPerSecond / movesPerGame }
    }

    /// The length of a round on each side, in seconds. Rounds are short and take turns, so that a
    /// disturbance of the machine affects all sides.
    package static let slice = 0.05
    /// The largest allowed difference of the average lengths of the games on two sides, as a share.
    static let tolerance = 0.1

    let game: String
    /// The guarded side on which each move is a call into Lua.
    private(set) var guarded = Side()
    /// The guarded side on which each game is a call into Lua.
    private(set) var whole = Side()
    private(set) var plain = Side()
    /// The most bytes that the guarded Lua state had allocated at the same time.
    private(set) var peak = 0
    private(set) var instanceSeconds = 0.0
    private(set) var instanceBytes = 0
    private(set) var saveSeconds = 0.0
    private(set) var saveBytes = 0
    private(set) var loadSeconds = 0.0

    /// The speed of a guarded game relative to plain Lua: the median of the ratios of rounds that
    /// were next to each other.
    var ratio: Double { zip(guarded.speeds, plain.speeds).map { $0 / $1 }.median }
    var wholeRatio: Double { zip(whole.speeds, plain.speeds).map { $0 / $1 }.median }

    /// The reason why the comparison is worthless; nil if it is valid.
    package var complaint: String? {
        let lengths = guarded.movesPerGame / plain.movesPerGame
        guard abs(lengths - 1) > Self.tolerance else { return nil }
        return
            "\(game): the two sides don't play the same kind of games: \(decimal(guarded.movesPerGame, 2)) moves each, "
            + "\(decimal(plain.movesPerGame, 2)) in plain Lua."
    }

    /// Measures a game until the time is over, and for at least two rounds.
    ///
    /// - Parameters:
    ///   - slice: The length of a round on each side, in seconds.
    ///   - progress: Receives the completed share, from 0 to 1.
    package init(
        _ script: GameScript, home: ParlorHome, within box: TimeBox, slice: Double = Self.slice,
        progress: (Double) -> Void = { _ in }
    ) throws {
        game = script.id
        let pool = MemoryPool()
        try measureMatch(script, pool, box)
        var guards = try GuardedPlayouts(script, wholeGames: false, pool: pool)
        var wholes = try GuardedPlayouts(script, wholeGames: true, pool: pool)
        var plains = try PlainPlayouts(script, home: home)
        let batches = (
            guarded: try Self.batch(&guards, slice), whole: try Self.batch(&wholes, slice),
            plain: try Self.batch(&plains, slice)
        )
        var rounds = 0
        while rounds < 2 || !box.isOver {
            progress(box.part)
            // A B C, C B A, A B C, …: no side always comes first, and plain Lua comes next to both
            // guarded sides
            if rounds.isMultiple(of: 2) {
                try guarded.run(&guards, batches.guarded, slice)
            } else {
                try whole.run(&wholes, batches.whole, slice)
            }
            try plain.run(&plains, batches.plain, slice)
            if rounds.isMultiple(of: 2) {
                try whole.run(&wholes, batches.whole, slice)
            } else {
                try guarded.run(&guards, batches.guarded, slice)
            }
            rounds += 1
        }
        peak = guards.match.meters?.peak ?? 0
    }

    private mutating func measureMatch(_ script: GameScript, _ pool: MemoryPool, _ box: TimeBox) throws {
        instanceSeconds = try Stopwatch.median(of: 50, within: box.part(0.05)) {
            _ = try Match(of: script, seed: 0, pool: pool)
        }
        let match = try Match(of: script, seed: 0, pool: pool)
        instanceBytes = match.meters?.used ?? 0
        var generator = SplitMix64(seed: 1)
        for _ in 0..<4 where try match.status.outcome == nil { try match.playRandomMove(using: &generator) }
        saveSeconds = try Stopwatch.median(of: 50, within: box.part(0.05)) { _ = try match.save() }
        let bytes = try match.save()
        saveBytes = bytes.count
        loadSeconds = try Stopwatch.median(of: 50, within: box.part(0.05)) {
            _ = try Match(loading: bytes, of: script, pool: pool)
        }
    }

    /// Returns the number of games that take about a fiftieth of a slice. If the clock is read only
    /// after so many games, reading the clock takes hardly any time.
    private static func batch(_ playouts: inout some Playouts, _ slice: Double) throws -> Int {
        var games = 1
        while true {
            let watch = Stopwatch()
            _ = try playouts.play(games: games)
            if watch.seconds >= slice / 50 || games >= 1 << 16 { return games }
            games *= 2
        }
    }
}

extension GameBench.Side {
    /// Runs one round.
    fileprivate mutating func run(_ playouts: inout some Playouts, _ batch: Int, _ slice: Double) throws {
        let watch = Stopwatch()
        var made = 0
        var elapsed = 0.0
        repeat {
            made += try playouts.play(games: batch)
            games += batch
            elapsed = watch.seconds
        } while elapsed < slice
        seconds += elapsed
        moves += made
        speeds.append(Double(made) / elapsed)
    }
}

/// A player of whole random games of one game, one after the other.
protocol Playouts {
    /// Plays a number of games to their ends, and returns the number of moves.
    mutating func play(games: Int) throws -> Int
}

/// The games in a guarded Lua state, with all limits and checks that a match has.
struct GuardedPlayouts: Playouts {
    let match: Match
    /// Whether a whole game is one call into the state, as when bots play a game to its end.
    /// Otherwise each move is a call, as when a host plays the moves of people.
    let wholeGames: Bool
    private var generator = SplitMix64(seed: 1)
    private var seed: UInt64 = 0

    init(_ script: GameScript, wholeGames: Bool, pool: MemoryPool) throws(GameError) {
        match = try Match(of: script, seed: 0, pool: pool)
        match.luaStates.playsRoughly = true  // `make bench ARGS=loop` measures the cost of the comparisons
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
                // reading the thread's clock costs as much as a move, so it is read only now and
                // then
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

/// The same rules and modules, run in a loop of plain Lua, in a standard Lua state without limits.
/// The measurement shows the cost of a script without guards. See `sdk/bench/playouts.lua`.
struct PlainPlayouts: Playouts {
    private let game: String
    private let state: LuaState
    private let run: LuaFunction

    /// Loads a game into a standard Lua state.
    ///
    /// - Throws: ``GameError``, or ``LuaError`` if the game can't be loaded into such a state.
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

/// The reason why a game can't be measured.
package enum BenchFailure: Error, CustomStringConvertible {
    /// A random game doesn't end.
    case endless
    /// The match is over before anybody has moved, so there is nothing to measure.
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
