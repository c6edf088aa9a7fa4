import Foundation
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// A terminal of so many rows: what was printed, and what of it could be seen whenever a line was asked for.
final class SeenTerminal: LineSource {
    let isInteractive: Bool
    private let rows: Int
    private var inputs: [String]
    private var printed: [String] = []
    /// What stood on the screen at each prompt, the prompt last.
    private(set) var screens: [String] = []
    /// All that was printed before a prompt and after the one before it.
    private(set) var parts: [String] = []
    private var told = 0
    /// Everything, in the order in which it was printed.
    var text: String { printed.joined(separator: "\n") }

    init(_ inputs: [String], rows: Int = 24, isInteractive: Bool = true) {
        (self.inputs, self.rows, self.isInteractive) = (inputs, rows, isInteractive)
    }

    func print(_ line: String) {
        if line.contains("\u{1B}[2J") {
            printed = []
            told = 0
        } else {
            printed.append(line)
        }
    }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        screens.append((printed.suffix(rows - 1) + [prompt]).joined(separator: "\n"))
        parts.append(printed.dropFirst(told).joined(separator: "\n"))
        guard !inputs.isEmpty else { return .end }
        let line = inputs.removeFirst()
        printed.append(prompt + line)
        told = printed.count
        return .text(line)
    }

    func remember(_ line: String) {}
}

/// A conversation on simulated phones, typed into a terminal of 80 columns and 24 rows.
struct ChatRun {
    let session: PhonesMode
    let terminal: SeenTerminal
    let status: Int32
    /// What could be seen when the first line was asked for, and after each line that was typed.
    var screens: [String] { terminal.screens }
    var last: String { terminal.screens.last ?? "" }

    init(
        _ game: String, _ inputs: [String], people: [String] = ["Ann", "Bob", "Cy"], isSlow: Bool = false,
        without: Set<String> = [], desktops: Set<String> = [], bots: Set<String> = [], isInteractive: Bool = true,
        rows: Int = 24, seed: UInt64 = 3
    ) throws {
        let script = try Catalog(home: home).script(game)
        try self.init(
            script, inputs, people: people, isSlow: isSlow, without: without, desktops: desktops, bots: bots,
            isInteractive: isInteractive, rows: rows, seed: seed)
    }

    /// The first seed with which a match comes to what a test is about. What is dealt follows from the seed and from every letter of
    /// the game and of the library: a fixed one would tell of another deal after the next change.
    static func seed(
        _ game: String, _ inputs: [String], isSlow: Bool = false, where leadsThere: (ChatRun) -> Bool
    ) throws -> UInt64 {
        try #require(
            try (UInt64(1)...60).first { leadsThere(try ChatRun(game, inputs, isSlow: isSlow, seed: $0)) },
            "no seed leads there")
    }

    init(
        _ script: GameScript, _ inputs: [String], people: [String] = ["Ann", "Bob", "Cy"], isSlow: Bool = false,
        without: Set<String> = [], desktops: Set<String> = [], bots: Set<String> = [], isInteractive: Bool = true,
        rows: Int = 24, seed: UInt64 = 3
    ) throws {
        let world = try Simulation(of: people, games: [script], seed: seed, without: without, desktops: desktops)
        let terminal = SeenTerminal(inputs, rows: rows, isInteractive: isInteractive)
        self.terminal = terminal
        session = PhonesMode(
            world: world, script: script, screen: Screen(columns: { 80 }), lines: terminal, isSlow: isSlow, bots: bots,
            write: { terminal.print($0) }, complain: { terminal.print($0) })
        status = session.run()
    }
}
