import Foundation
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
        ///   - runs: How often each way is taken.
        ///   - body: Gives what has begun; that it goes again isn't measured.
        init(_ script: GameScript, runs: Int, _ body: (GameScript) throws -> Any) throws {
            let bounds = CompiledChunks.now
            defer { CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes) }
            let unknown = GameScript(unknown: script)
            func seconds(_ script: GameScript) throws -> Double {
                let watch = Stopwatch()
                let begun = try body(script)
                return withExtendedLifetime(begun) { watch.seconds }
            }
            for _ in 0..<runs {
                SpareStates.clear()
                CompiledChunks.bound(most: 0, mostBytes: 0)
                text.append(try seconds(unknown))
                CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes)
                _ = try body(script)  // compiles
                SpareStates.clear()
                kept.append(try seconds(script))
                SpareStates.fill(for: script.library)
                spare.append(try seconds(script))
            }
            SpareStates.clear()
        }
    }

    let game: String
    let match: Times
    let app: Times
    /// Bytes that a new match and a new app hold when what they no longer need is collected.
    let matchBytes: Int
    let appBytes: Int

    init(_ script: GameScript, runs: Int) throws {
        game = script.id
        match = try Times(script, runs: runs) { try Match(of: $0) }
        app = try Times(script, runs: runs) { try ScriptBoot(app: $0, pool: nil) }
        let held = try Match(of: script)
        held.collect()
        matchBytes = held.meters?.used ?? 0
        let boot = try ScriptBoot(app: script, pool: nil)
        boot.state.collect()
        appBytes = boot.state.meters.used
    }
}

/// The figures of beginnings, for people and for programs.
struct OpeningBenchReport {
    var games: [OpeningBench]
    /// A long match from its url alone.
    var longMatch: OpeningBench.Times

    /// A table in Markdown, and the long match in a sentence.
    var table: String {
        let head = [
            "game", "match µs: text", "kept", "ratio", "spare", "ratio", "KiB", "app µs: text", "kept", "ratio",
            "spare",
            "ratio", "KiB",
        ]
        let rows = games.map { game in
            [game.game] + Self.cells(game.match) + [kibibytes(game.matchBytes)] + Self.cells(game.app)
                + [kibibytes(game.appBytes)]
        }
        let opened =
            "A match of \(ColdOpen.plies) plies (\(ColdOpen.game)) opens in \(millis(longMatch.text)) ms from texts, "
            + "\(millis(longMatch.kept)) kept (\(decimal(longMatch.keptRatio, 2))), "
            + "\(millis(longMatch.spare)) spare (\(decimal(longMatch.spareRatio, 2)))."
        return BenchReport.markdown(head, rows) + "\n\n" + opened
    }

    /// `{games: [{id, match: {text_us, kept_us, kept_ratio, spare_us, spare_ratio, bytes}, app: {…}}], long_match: {…}}`.
    var value: Value {
        func value(_ times: OpeningBench.Times, _ bytes: Int?) -> Value {
            var fields: [ValueKey: Value] = [
                "text_us": rounded(times.text.median * 1e6), "kept_us": rounded(times.kept.median * 1e6),
                "spare_us": rounded(times.spare.median * 1e6), "kept_ratio": rounded(times.keptRatio),
                "spare_ratio": rounded(times.spareRatio),
            ]
            if let bytes { fields["bytes"] = .int(Int64(bytes)) }
            return .map(fields)
        }
        return [
            "games": .array(
                games.map { game in
                    [
                        "id": .string(game.game), "match": value(game.match, game.matchBytes),
                        "app": value(game.app, game.appBytes),
                    ]
                }), "long_match": value(longMatch, nil),
        ]
    }

    private static func cells(_ times: OpeningBench.Times) -> [String] {
        func micros(_ seconds: [Double]) -> String { decimal(seconds.median * 1e6, 0) }
        return [
            micros(times.text), micros(times.kept), decimal(times.keptRatio, 3), micros(times.spare),
            decimal(times.spareRatio, 3),
        ]
    }

    private func rounded(_ number: Double) -> Value {
        number.isFinite ? .double((number * 1000).rounded() / 1000) : .null
    }

    private func millis(_ seconds: [Double]) -> String { decimal(seconds.median * 1000, 2) }
    private func kibibytes(_ bytes: Int) -> String { "\((bytes + 512) / 1024)" }
}
