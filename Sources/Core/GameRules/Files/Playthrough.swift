import FileAccess
import Foundation
import Values

/// A game as a text that a person can read and compare: its setup, a line for each ply, and the
/// outcome.
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
/// The head comes first, with its lines in any order. The plies and the outcome follow. Each field occurs
/// once. The line `1 leave resigned` means that seat 1 left. The reason is `resigned`, `claimed` or
/// `timeout`. The moves of a round are in seat order.
public struct Playthrough: Hashable, Sendable {
    /// A line of the game: what a seat did.
    public struct Ply: Hashable, Sendable {
        /// The seat: 1 to 16 in a file.
        public var seat: Int
        /// The move as it is typed, such as `b2` or `ask Is it alive?`. For a seat that left, it is
        /// `leave` and the reason: `leave resigned`.
        public var move: String
        /// The number of the ply's line, from 1; 0 for a ply that doesn't come from a file.
        public var line: Int

        /// Creates a ply from the move as it is typed.
        public init(seat: Int, move: String, line: Int = 0) {
            self.seat = seat
            self.move = move
            self.line = line
        }

        static let leave = "leave "
        /// The reasons for leaving that a host gives.
        private static let reasons: [LeaveReason] = [.resigned, .claimed, .timeout]
        /// The reason why the seat leaves; nil for a move.
        var reason: LeaveReason? {
            move.hasPrefix(Self.leave) ? LeaveReason(String(move.dropFirst(Self.leave.count))) : nil
        }
        /// The error for an unknown reason for leaving; nil for a known reason, and for a move. It is a
        /// sentence without a capital letter at its start.
        var refusal: String? {
            guard let reason, !Self.reasons.contains(reason) else { return nil }
            let known = Self.reasons.map { "`\($0)`" }
            return "a seat leaves \(known.dropLast().joined(separator: ", ")) or \(known.last ?? ""); "
                + "found `\(move.excerpt)`."
        }
    }

    /// The game's id.
    public var game: String
    /// The version of the rules under which the game was played; nil if the text has none.
    public var version: Int?
    /// The number of seats; nil for the fewest that the game takes.
    public var seats: Int?
    /// The seed, which keys the draws.
    public var seed: UInt64 = 0
    /// The option names and their values as written.
    public var options: [String: String] = [:]
    /// The plies, in order.
    public var plies: [Ply] = []
    /// The outcome: `win 2`, `draw`, …; nil if the match isn't over.
    public var outcome: String?
    /// The lines that begin with `#`, without the `#`. Their places aren't kept: ``text`` puts all
    /// of them first.
    public var comments: [String] = []

    /// Reads a playthrough from its text.
    ///
    /// - Throws: ``GameError/request(_:)`` with the first line that can't be read, is in the wrong order,
    ///   or repeats a field.
    public init(text: String) throws(GameError) {
        game = ""
        var reader = PlaythroughReader()
        for (index, raw) in Self.lines(of: text.withoutByteOrderMark).enumerated() {
            let line = raw.trimmingCharacters(in: .whitespaces)
            if line.isEmpty { continue }
            if line.hasPrefix("#") {
                comments.append(line.dropFirst().trimmingCharacters(in: .whitespaces))
            } else {
                try reader.read(line, number: index + 1, into: &self)
            }
        }
        guard !game.isEmpty else {
            throw .request(.noGameInPlaythrough)
        }
    }

    /// Returns the lines as errors number them, from 1. "\r\n" is one line end.
    package static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// Creates a playthrough of a match up to its current ply.
    public init(_ match: Match) throws(GameError) {
        game = match.script.id
        version = match.script.version
        seats = match.seats
        seed = match.seed
        for (name, value) in match.options { options[name] = GameOption.text(value) }
        plies = try match.history().enumerated().map { (index, entry) throws(GameError) in
            guard entry.choice != .sealed else {
                throw .request(.sealedPly(index + 1, seat: entry.seat))
            }
            let text = entry.text ?? ""
            if let why = entry.leaving { return Ply(seat: entry.seat, move: Ply.leave + why.word, line: 0) }
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

    /// Starts the match of the playthrough.
    public func begin(_ script: GameScript) throws(GameError) -> Match {
        if let version, version != script.version {
            throw .request(.otherVersion(version, of: game, than: script))
        }
        var chosen: [String: Value] = [:]
        for (name, text) in options {
            guard let option = script.options.first(where: { $0.name == name }) else {
                throw .request(.noOption(name, in: script.title))
            }
            chosen[name] = try option.parsed(text)
        }
        return try Match(of: script, seats: seats, options: chosen, seed: seed)
    }

    /// Plays the whole playthrough.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the line whose move is refused, or says that the
    ///   outcome differs.
    public func play(_ script: GameScript) throws(GameError) -> Match { try playAll(in: try begin(script)) }

    /// Plays the whole playthrough, and draws the scene for spectators after each ply, as `parlor
    /// replay` does. Compares the state before and after every call that must not change it, as
    /// tests of a game do.
    ///
    /// - Throws: The errors of `play`. Also throws for a state that can't be saved, for a hook that
    ///   fails, and for a hook that changes the state although it must not.
    package func playWatched(_ script: GameScript) throws(GameError) -> Match {
        let match = try begin(script)
        match.luaStates.isWatchful = true
        match.luaStates.failsBoundPlies = true
        func draw(_ match: Match) throws(GameError) { _ = try match.scene(for: nil, style: "expanded") }
        try draw(match)
        return try playAll(in: match, after: draw)
    }

    private func playAll(
        in match: Match, after played: (Match) throws(GameError) -> Void = { _ in }
    ) throws(GameError) -> Match {
        for ply in plies {
            do throws(GameError) {
                try match.play(ply)
                try played(match)
            } catch {
                throw .request(.badPly(ply, error))
            }
        }
        let found = try match.status.outcome?.text
        if let outcome, outcome != found {
            throw .request(.otherOutcome(found, expected: outcome))
        }
        return match
    }
}

extension Match {
    /// Plays one ply of a playthrough.
    @discardableResult
    public func play(_ ply: Playthrough.Ply) throws(GameError) -> MatchStatus {
        if let refusal = ply.refusal { throw .request(RequestProblem(code: "bad_playthrough", refusal)) }
        if let why = ply.reason { return try leave(seat: ply.seat, why: why) }
        return try play(ply.move, seat: ply.seat)
    }
}

extension Playthrough {
    /// Returns the text of a match, after checking that playing the text leads to the same state.
    /// The check is needed because a line may mean two moves: the choices `1` and `"1"`, for
    /// example, have the same text. Playing the text could then give another game.
    ///
    /// - Throws: ``GameError/request(_:)`` if the result differs. The error says that nothing was
    ///   written.
    package static func provenText(of match: Match, comments: [String] = []) throws(GameError) -> String {
        var playthrough = try Playthrough(match)
        playthrough.comments = comments
        let text = playthrough.text
        let again: Match
        do throws(GameError) {
            again = try Playthrough(text: text).play(match.script)
        } catch {
            throw .request(.noReplay(error))
        }
        guard try again.digest() == match.digest() else {
            throw .request(.otherReplay)
        }
        return text
    }
}
