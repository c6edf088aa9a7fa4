import Foundation
import Values

/// The figures of all games, for people and for programs.
package struct BenchReport {
    package let games: [GameBench]

    package init(games: [GameBench]) { self.games = games }

    var geometricMean: Double { games.map(\.ratio).geometricMean }
    var wholeGeometricMean: Double { games.map(\.wholeRatio).geometricMean }

    /// A table in Markdown, which is readable on a terminal, too.
    package var table: String {
        let head = [
            "game", "moves/s", "whole games", "plain Lua", "ratio", "whole", "games/s", "plain Lua", "peak KiB",
            "instance µs", "KiB", "save µs", "bytes", "load µs",
        ]
        var rows = games.map { game in
            [
                game.game, grouped(game.guarded.movesPerSecond), grouped(game.whole.movesPerSecond),
                grouped(game.plain.movesPerSecond), decimal(game.ratio, 2), decimal(game.wholeRatio, 2),
                grouped(game.guarded.gamesPerSecond), grouped(game.plain.gamesPerSecond),
                kibibytes(game.peak), micros(game.instanceSeconds), kibibytes(game.instanceBytes),
                micros(game.saveSeconds), "\(game.saveBytes)", micros(game.loadSeconds),
            ]
        }
        let means = [decimal(geometricMean, 2), decimal(wholeGeometricMean, 2)]
        rows.append(["geometric mean", "", "", ""] + means + Array(repeating: "", count: 8))
        return Self.markdown(head, rows)
    }

    /// Returns a table in Markdown. The first column is aligned to the left, the other columns to
    /// the right.
    package static func markdown(_ head: [String], _ rows: [[String]]) -> String {
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { column, width in
            column == 0 ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
        }
        return ([line(head), line(rule)] + rows.map(line)).joined(separator: "\n")
    }

    /// The figures for programs: `{games: [{id, ratio, whole_ratio, guarded: {moves_per_second, …},
    /// whole: {…}, plain: {…}, …}], geometric_mean, whole_geometric_mean, complaints}`.
    package var value: Value {
        [
            "games": .array(games.map(Self.value)), "geometric_mean": Self.rounded(geometricMean),
            "whole_geometric_mean": Self.rounded(wholeGeometricMean),
            "complaints": .array(games.compactMap(\.complaint).map { .string($0) }),
        ]
    }

    private static func value(_ game: GameBench) -> Value {
        func side(_ side: GameBench.Side) -> Value {
            [
                "moves_per_second": rounded(side.movesPerSecond), "games_per_second": rounded(side.gamesPerSecond),
                "moves_per_game": rounded(side.movesPerGame), "games": .int(Int64(side.games)),
            ]
        }
        return [
            "id": .string(game.game), "ratio": rounded(game.ratio), "whole_ratio": rounded(game.wholeRatio),
            "rounds": .int(Int64(game.guarded.speeds.count)),
            "guarded": side(game.guarded), "whole": side(game.whole), "plain": side(game.plain),
            "peak_bytes": .int(Int64(game.peak)),
            "instance": [
                "microseconds": rounded(game.instanceSeconds * 1e6), "bytes": .int(Int64(game.instanceBytes)),
            ],
            "save": ["microseconds": rounded(game.saveSeconds * 1e6), "bytes": .int(Int64(game.saveBytes))],
            "load": ["microseconds": rounded(game.loadSeconds * 1e6)],
        ]
    }

    private static func rounded(_ number: Double) -> Value {
        number.isFinite ? .double((number * 1000).rounded() / 1000) : .null
    }

    private func kibibytes(_ bytes: Int) -> String { "\((bytes + 512) / 1024)" }
    private func micros(_ seconds: Double) -> String { Self.whole(seconds * 1e6) }

    /// Returns a rounded number; a dash if nothing was measured, for example the moves of a game
    /// without moves.
    static func whole(_ number: Double) -> String { Int(exactly: number.rounded()).map(String.init) ?? "–" }

    /// Returns a number with spaces between thousands.
    private func grouped(_ number: Double) -> String {
        var digits = Self.whole(number)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: " ")
    }
}

/// Returns a number with `digits` digits after the point, or a dash if `number` isn't finite.
package func decimal(_ number: Double, _ digits: Int) -> String {
    number.isFinite ? String(format: "%.\(digits)f", number) : "–"
}
