import Foundation
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// A terminal with a number of rows. It keeps all output, and the part that was visible at each
/// prompt.
final class SeenTerminal: LineSource {
    let isInteractive: Bool
    private let rows: Int
    private var inputs: [String]
    private var printed: [String] = []
    /// The visible screen at each prompt, with the prompt last.
    private(set) var screens: [String] = []
    /// The output between two prompts.
    private(set) var parts: [String] = []
    private var told = 0
    /// All output in order.
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
    /// The visible screen at the first prompt and after each typed line.
    var screens: [String] { terminal.screens }
    var last: String { terminal.screens.last ?? "" }

    init(
        _ game: String, _ inputs: [String], people: [String] = ["Ann", "Bob", "Cy"], isSlow: Bool = false,
        without: Set<String> = [], desktops: Set<String> = [], bots: Set<String> = [], isInteractive: Bool = true,
        rows: Int = 24, seed: UInt64 = 3
    ) throws {
        let script = try GameCatalog(home: home).script(game)
        try self.init(
            script, inputs, people: people, isSlow: isSlow, without: without, desktops: desktops, bots: bots,
            isInteractive: isInteractive, rows: rows, seed: seed)
    }

    /// Returns the first seed whose match reaches the situation of a test. The deal depends on the
    /// seed and on every letter of the game and the library, so a fixed seed would give another
    /// deal after the next change.
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
