import Foundation
import Values

/// A game written down so that a person can read and compare it: what it is set up with, a line for each ply, the outcome.
///
/// ```
/// # Ana finds both ships.
/// game: battleship
/// version: 1
/// seats: 2
/// seed: 1
/// option size: 3
/// 1 a1
/// 1 b2
/// 2 a1
/// 1 hit
/// outcome: win 2
/// ```
///
/// `1 leave resigned` is a seat that left. The moves of a round stand in seat order.
public struct Playthrough: Hashable, Sendable {
    /// A line of the game: what a seat did.
    public struct Ply: Hashable, Sendable {
        /// Whose ply it is: 1 to 16 in a file.
        public var seat: Int
        /// The move as it is typed: `b2`, `ask Is it alive?`; `leave resigned` for a seat that left.
        public var move: String
        /// The line it stands in, from 1; 0 for a ply that comes from no file.
        public var line: Int

        /// What a seat did, as it is typed.
        public init(seat: Int, move: String, line: Int = 0) {
            self.seat = seat
            self.move = move
            self.line = line
        }
    }

    /// The game's id.
    public var game: String
    /// The version of the rules it was played under; nil if it doesn't say.
    public var version: Int?
    /// How many seats the match has; nil for the fewest that the game takes.
    public var seats: Int?
    /// Keys the draws.
    public var seed: UInt64 = 0
    /// Option names and their values as written.
    public var options: [String: String] = [:]
    /// What was played, in order.
    public var plies: [Ply] = []
    /// `win 2`, `draw`, …; nil if the game is not over.
    public var outcome: String?
    /// The lines that begin with `#`, without it. Where they stood isn't kept: ``text`` begins with them.
    public var comments: [String] = []

    /// Reads the text.
    ///
    /// - Throws: ``GameError/request(_:)`` with the line that can't be read.
    public init(text: String) throws(GameError) {
        game = ""
        // "\r\n", as some editors end lines, is one character
        let isEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
            let line = raw.trimmingCharacters(in: .whitespaces)
            if line.isEmpty { continue }
            if line.hasPrefix("#") {
                comments.append(line.dropFirst().trimmingCharacters(in: .whitespaces))
            } else if let first = line.utf8.first, (48...57).contains(first) {
                let parts = line.split(separator: " ", maxSplits: 1)
                guard parts.count == 2, let seat = Int(parts[0]), (1...16).contains(seat) else {
                    throw .request(
                        "Line \(index + 1): a ply is a seat and a move, such as `1 b2`; found `\(line.excerpt)`.")
                }
                plies.append(Ply(seat: seat, move: String(parts[1]), line: index + 1))
            } else {
                try readHead(line, number: index + 1)
            }
        }
        guard !game.isEmpty else {
            throw .request("The playthrough doesn't say its game: a line `game: battleship` is missing.")
        }
    }

    private mutating func readHead(_ line: String, number: Int) throws(GameError) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let value = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "game": game = value
        case "outcome": outcome = value
        case "version":
            guard let rules = Int(value) else {
                throw .request("Line \(number): version is a number, not `\(value.excerpt)`.")
            }
            version = rules
        case "seats":
            guard let count = Int(value) else {
                throw .request("Line \(number): seats is a number, not `\(value.excerpt)`.")
            }
            seats = count
        case "seed":
            guard let number = UInt64(value) else {
                throw .request("Line \(number): the seed is a number, not `\(value.excerpt)`.")
            }
            seed = number
        default:
            guard parts[0].hasPrefix("option "), parts.count == 2 else {
                throw .request(
                    "Line \(number): expected game, seats, seed, option, outcome or a ply; found `\(line.excerpt)`.")
            }
            options[parts[0].dropFirst(7).trimmingCharacters(in: .whitespaces)] = value
        }
    }

    /// Writes down a match so far.
    public init(_ match: Match) throws(GameError) {
        game = match.script.id
        version = match.script.version
        seats = match.seats
        seed = match.seed
        for (name, value) in match.options { options[name] = GameOption.text(value) }
        plies = try match.history().map { entry in
            let text = entry.text ?? ""
            if case .leave(let why) = entry.choice { return Ply(seat: entry.seat, move: "leave \(why)", line: 0) }
            return Ply(seat: entry.seat, move: text, line: 0)
        }
        outcome = try match.status.outcome?.text
    }

    /// The text that ``init(text:)`` reads.
    public var text: String {
        var lines = comments.map { "# \($0)" } + ["game: \(game)"]
        if let version { lines.append("version: \(version)") }
        if let seats { lines.append("seats: \(seats)") }
        lines.append("seed: \(seed)")
        for (name, value) in options.sorted(by: { $0.key < $1.key }) { lines.append("option \(name): \(value)") }
        for ply in plies { lines.append("\(ply.seat) \(ply.move)") }
        if let outcome { lines.append("outcome: \(outcome)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Begins the match that it tells of.
    public func begin(_ script: GameScript) throws(GameError) -> Match {
        if let version, version != script.version {
            throw .request(
                "The playthrough is of version \(version) of \(game.excerpt); the script is version \(script.version).")
        }
        var chosen: [String: Value] = [:]
        for (name, text) in options {
            guard let option = script.options.first(where: { $0.name == name }) else {
                throw .request("\(script.title) has no option '\(name.excerpt)'.")
            }
            chosen[name] = try option.parsed(text)
        }
        return try Match(of: script, seats: seats, options: chosen, seed: seed)
    }

    /// Plays the whole of it.
    ///
    /// - Throws: ``GameError/request(_:)`` with the line whose move is refused, or if the outcome is another.
    public func play(_ script: GameScript) throws(GameError) -> Match {
        let match = try begin(script)
        for ply in plies {
            do throws(GameError) {
                try match.play(ply)
            } catch {
                throw .request("Line \(ply.line): `\(ply.seat) \(ply.move.excerpt)`: \(error)")
            }
        }
        let found = try match.status.outcome?.text
        if let outcome, outcome != found {
            throw .request(
                "The playthrough ends with `\(outcome.excerpt)`, but the game came to `\(found ?? "no outcome")`.")
        }
        return match
    }
}

extension Match {
    /// Plays one ply of a playthrough.
    @discardableResult
    public func play(_ ply: Playthrough.Ply) throws(GameError) -> MatchStatus {
        if ply.move.hasPrefix("leave ") { return try leave(seat: ply.seat, why: String(ply.move.dropFirst(6))) }
        return try play(ply.move, seat: ply.seat)
    }
}
