import LuaRuntime
import Values

/// A point of a match to return to at once: its state as bytes, so that nothing has to be played again.
///
/// Searches of a game tree and tests make many of these; for a file there is ``Match/save()``.
package struct MatchSnapshot: Sendable {
    /// What the match is: the state, the ply, who moved last, who left, and the moves that wait in a round, as canonical
    /// bytes. Equal bytes behave equally from here on, as long as nothing is drawn under another seed.
    package let state: [UInt8]
    /// Plies that count, and moves of a round under way.
    package var log: [LogEntry] { Array(entries) }
    /// How many entries at the log's end wait for the rest of their round.
    package let pending: Int

    fileprivate let entries: PlyList
    fileprivate let undone: [LogEntry]
    fileprivate let known: MatchStatus?
    fileprivate let seed: UInt64
    fileprivate let script: [UInt8]
    fileprivate let seats: Int
    fileprivate let options: [String: Value]
}

extension Match {
    /// Notes where the match stands: its state, its log, and what can be done again.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the state can't be written as bytes.
    package func snapshot() throws(GameError) -> MatchSnapshot {
        let state = try attempt { referee throws(GameError) in try referee.bytes("save") }
        return MatchSnapshot(
            state: state, pending: pending, entries: entries, undone: undone, known: known, seed: seed,
            script: script.digest, seats: seats, options: options)
    }

    /// Returns to a snapshot of this match, or of one that was set up alike, in the Lua state that runs now. Undo and redo
    /// do what they did when the snapshot was made.
    ///
    /// ```swift
    /// let before = try match.snapshot()
    /// try match.play("b2", seat: 1)
    /// try match.restore(to: before)
    /// ```
    ///
    /// - Throws: ``GameError/request(_:)`` for a snapshot of another game or of other seats or options, and
    ///   ``GameError/failed(_:)`` if the script fails on the way. The match is what it was in either case.
    package func restore(to snapshot: MatchSnapshot) throws(GameError) {
        guard snapshot.script == script.digest else {
            throw .request("This snapshot is of another game than \(script.id), or of another version of it.")
        }
        guard snapshot.seats == seats, snapshot.options == options else {
            throw .request("This snapshot is of a match of \(script.id) with other seats or options.")
        }
        try attempt { referee throws(GameError) in
            _ = try referee.call("restore", [setup, .encoded(snapshot.state)], results: 0, deadline: patience)
            if let keys { referee.draws.use(keys) } else { referee.draws.use(seed: snapshot.seed) }
            referee.draws.skip()
        }
        (entries, undone, pending) = (snapshot.entries, snapshot.undone, snapshot.pending)
        (seed, known) = (snapshot.seed, snapshot.known)
    }
}
