import Measuring
import Parlor

/// The costs of starting a Lua state with a game, for a match and for an app. There are three ways, which are measured in
/// turns: from the texts of the script, from chunks that the process has compiled before, and from a warm state.
struct OpeningBench {
    /// The times of the three ways in seconds, run by run: from texts (`text`), from compiled chunks (`kept`), and from a warm
    /// state (`spare`).
    struct Times {
        private(set) var text: [Double] = []
        private(set) var kept: [Double] = []
        private(set) var spare: [Double] = []

        /// The ratio of a time to the time from texts in the same run: the median over all runs.
        var keptRatio: Double { zip(kept, text).map { $0 / $1 }.median }
        var spareRatio: Double { zip(spare, text).map { $0 / $1 }.median }

        /// - Parameters:
        ///   - script: The script that `body` gets.
        ///   - box: The time. Each way is measured at least once, even if the time is over.
        ///   - body: Starts something and returns it. Releasing the result isn't measured.
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
                _ = try body(script)  // compiles the chunks
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
    /// The bytes that a new match uses after a garbage collection, and the bytes that a new app uses.
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
