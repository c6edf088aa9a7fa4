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

    let entries: CompactLog
    fileprivate let undone: [LogEntry]
    fileprivate let known: MatchStatus?
    fileprivate let seed: UInt64
    fileprivate let keys: RandomDrawKeys?
    fileprivate let draws: Draws.Progress
    fileprivate let setup: Setup
    fileprivate let beforeSealed: Indirect?
    /// The seats whose sealed moves aren't known where the position is restored, a bit for each.
    var hidden: Int64 = 0

    /// What a match was set up with. A position is restored only in a match that was set up alike.
    fileprivate struct Setup: Hashable {
        let script: [UInt8]
        let seats: Int
        let options: [String: Value]
    }

    /// A position that another one refers to.
    fileprivate final class Indirect: Sendable {
        let snapshot: MatchSnapshot
        init(_ snapshot: MatchSnapshot) { self.snapshot = snapshot }
    }
}

extension MatchSnapshot {
    /// Is it the position behind these entries?
    func stands(behind entries: CompactLog, pending: Int) -> Bool {
        self.pending == pending && self.entries.count == entries.count && log == Array(entries)
    }
}

extension Match {
    /// Notes where the match stands: its state, its log, and what can be done again.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the state can't be written as bytes.
    package func snapshot() throws(GameError) -> MatchSnapshot {
        try attempt { referee throws(GameError) in
            MatchSnapshot(
                state: try referee.bytes("save"), pending: pending, entries: entries, undone: undone,
                known: known, seed: seed, keys: keys, draws: referee.draws.progress,
                setup: .init(script: script.digest, seats: seats, options: options),
                beforeSealed: positionBeforeSealed.map(MatchSnapshot.Indirect.init))
        }
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
        guard snapshot.setup.script == script.digest else {
            throw .request("This snapshot is of another game than \(script.id), or of another version of it.")
        }
        guard snapshot.setup.seats == seats, snapshot.setup.options == options else {
            throw .request("This snapshot is of a match of \(script.id) with other seats or options.")
        }
        do throws(GameError) {
            let referee = if let live { live } else { try loaded(resting: isReplaying) }
            try restore(snapshot, on: referee)
            useDraws(of: referee, seed: snapshot.seed, keys: snapshot.keys)
            referee.draws.resume(at: snapshot.draws)
            live = referee
        } catch {
            live = nil  // the log still says what the match is
            throw dropped(error)
        }
        (entries, undone, pending) = (snapshot.entries, snapshot.undone, snapshot.pending)
        (seed, keys, known) = (snapshot.seed, snapshot.keys, snapshot.known)
        (awaitsSetup, isBehind, positionAtEnd, lastPosition) = (false, false, nil, nil)
        positionBeforeSealed = snapshot.beforeSealed?.snapshot
    }

    /// Puts a Lua state at a position of this match. The match's log and keys stay as they are.
    func restore(_ position: MatchSnapshot, on referee: Referee) throws(GameError) {
        WorkCounter.add(.positionsRestored)
        useDraws(of: referee)
        let arguments: [LuaValue] = [setup, .encoded(position.state), .integer(position.hidden)]
        _ = try referee.call("restore", arguments, results: 0, deadline: patience)
        referee.draws.resume(at: position.draws)
    }
}
