import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// A player who types the lines of a test, then ends the input.
final class ScriptedLines: LineSource {
    let isInteractive: Bool
    private var inputs: [InputLine]
    private(set) var prompts: [String] = []
    private(set) var remembered: [String] = []
    /// The text to complete at every prompt, as Tab would.
    var begun: String?
    private(set) var completions: [[String]] = []

    init(_ inputs: [InputLine], isInteractive: Bool) {
        (self.inputs, self.isInteractive) = (inputs, isInteractive)
    }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        prompts.append(prompt)
        if let begun { completions.append(completing(begun)) }
        return inputs.isEmpty ? .end : inputs.removeFirst()
    }

    func remember(_ line: String) { remembered.append(line) }
}

/// A session that was played to the end of its input.
struct PlayedSession {
    let session: HotSeatMode
    let lines: ScriptedLines
    let status: Int32
    let output: String
    let complaints: String

    /// Plays `inputs` on a game.
    init(
        _ game: String, _ inputs: [String], seats: String? = nil, bots: [String] = [], options: [String: Value] = [:],
        interactive: Bool = false, columns: Int = 80, seed: UInt64 = 7
    ) throws {
        let script = try GameCatalog(home: home).script(game)
        try self.init(
            script, inputs.map(InputLine.text), seats: seats, bots: bots, options: options, interactive: interactive,
            columns: columns, seed: seed)
    }

    init(
        _ script: GameScript, _ inputs: [InputLine], seats: String? = nil, bots: [String] = [],
        options: [String: Value] = [:], interactive: Bool = false, columns: Int = 80, seed: UInt64 = 7,
        reading: (() throws(GameError) -> GameScript)? = nil, completing begun: String? = nil, mostPlies: Int = 10_000
    ) throws {
        var players = try seats.map { try Players(argument: $0) } ?? Players(count: script.seats.lowerBound)
        for bot in bots { try players.add(bot: bot) }
        let match = try Match(of: script, seats: players.count, options: options, seed: seed)
        lines = ScriptedLines(inputs, isInteractive: interactive)
        lines.begun = begun
        let (written, complained) = (Sink(), Sink())
        session = HotSeatMode(
            match: match, players: players, screen: Screen(columns: { columns }), lines: lines,
            write: { written.lines.append($0) }, complain: { complained.lines.append($0) },
            readScript: reading ?? { () throws(GameError) in script })
        session.mostPlies = mostPlies
        status = session.run()
        output = written.text
        complaints = complained.text
    }

    /// The played moves in order.
    var moves: [String?] { get throws { try session.match.history().map(\.text) } }

    private final class Sink {
        var lines: [String] = []
        var text: String { lines.joined(separator: "\n") }
    }
}

/// Returns a game with this source text.
func game(_ source: String, id: String = "test-game") throws -> GameScript {
    try GameScript(GameFolder(id: id, game: source), library: ScriptSource(folder: home.sdk))
}

/// Returns a game for two with the given moves; its state is a number that counts up.
func counting(_ moves: String, more: String = "") throws -> GameScript {
    try game(
        """
        local parlor = require "parlor"
        return parlor.game {
          title = "Counting", setup = function() return { n = 0 } end,
          moves = { \(moves) },
          outcome = function(state) if state.n >= 9 then return parlor.draw() end end,
          \(more)
        }
        """)
}
