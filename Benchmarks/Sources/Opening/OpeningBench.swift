import Measuring
import Parlor

/// What it costs to begin: a Lua state with a game in it, for a match and for an app, and a long match from its url alone;
/// from texts, from what the process compiled before, and from a spare state. The three take turns.
struct OpeningBench {
    /// Seconds of the three ways, run by run.
    struct Times {
        private(set) var text: [Double] = []
        private(set) var kept: [Double] = []
        private(set) var spare: [Double] = []

        /// The medians over runs of what stood next to each other.
        var keptRatio: Double { zip(kept, text).map { $0 / $1 }.median }
        var spareRatio: Double { zip(spare, text).map { $0 / $1 }.median }

        /// - Parameters:
        ///   - script: What `body` begins with.
        ///   - box: The three ways are taken until it is over, and once at least.
        ///   - body: Gives what has begun; that it goes again isn't measured.
        init(_ script: GameScript, within box: TimeBox, _ body: (GameScript) throws -> Any) throws {
            let bounds = CompiledChunks.now
            defer { CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes) }
            let unknown = GameScript(unknown: script)
            func seconds(_ script: GameScript) throws -> Double {
                let watch = Stopwatch()
                let begun = try body(script)
                return withExtendedLifetime(begun) { watch.seconds }
            }
            while text.isEmpty || !box.isOver {
                WarmStatePool.clear()
                CompiledChunks.bound(most: 0, mostBytes: 0)
                text.append(try seconds(unknown))
                CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes)
                _ = try body(script)  // compiles
                WarmStatePool.clear()
                kept.append(try seconds(script))
                WarmStatePool.fill(for: script.library)
                spare.append(try seconds(script))
            }
            WarmStatePool.clear()
        }
    }

    let game: String
    let match: Times
    let app: Times
    /// Bytes that a new match and a new app hold when what they no longer need is collected.
    let matchBytes: Int
    let appBytes: Int

    init(_ script: GameScript, within box: TimeBox) throws {
        game = script.id
        match = try Times(script, within: box.part(0.5)) { try Match(of: $0, seed: 0) }
        app = try Times(script, within: box) { try LoadedScript(app: $0, pool: nil) }
        let held = try Match(of: script, seed: 0)
        held.collect()
        matchBytes = held.meters?.used ?? 0
        let boot = try LoadedScript(app: script, pool: nil)
        boot.state.collect()
        appBytes = boot.state.meters.used
    }
}
