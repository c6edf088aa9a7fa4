import LuaRuntime
import Values

/// A position of a match that can be restored without playing anything again, because it has the
/// state as bytes.
///
/// Searches of a game tree and tests make many snapshots. To write a match to a file, use
/// ``Match/save()``.
package struct MatchSnapshot: Sendable {
    /// The match as canonical bytes: the state, the ply, the seat that moved last, the seats that left,
    /// and the pending moves of a round. Two matches with equal bytes behave equally from here on, unless
    /// their seeds differ.
    package let state: [UInt8]
    /// The plies, followed by the moves of an unfinished round.
    package var log: [LogEntry] { Array(entries) }
    /// The number of entries at the end of the log that wait for the rest of their round.
    package let pending: Int

    let entries: CompactLog
    fileprivate let undone: [LogEntry]
    fileprivate let known: MatchStatus?
    fileprivate let seed: UInt64
    fileprivate let keys: RandomDrawKeys?
    fileprivate let draws: RandomDraws.Progress
    fileprivate let setup: Setup
    fileprivate let beforeSealed: Indirect?

    /// The setup of a match. A position is restored only in a match with the same setup.
    fileprivate struct Setup: Hashable {
        let script: [UInt8]
        let seats: Int
        let options: [String: Value]
    }

    /// A reference to another position.
    fileprivate final class Indirect: Sendable {
        let snapshot: MatchSnapshot
        init(_ snapshot: MatchSnapshot) { self.snapshot = snapshot }
    }
}

extension MatchSnapshot {
    /// Returns whether the snapshot is the position after these entries.
    func stands(behind entries: CompactLog, pending: Int) -> Bool {
        self.pending == pending && self.entries.count == entries.count && log == Array(entries)
    }
}

extension RunningRules {
    /// Returns a snapshot of the match: its state, its log, and the plies that can be redone.
    ///
    /// - Parameter hidden: The seats whose unopened sealed moves the snapshot leaves out.
    /// - Throws: ``GameError/failed(_:)`` if the state can't be written as bytes.
    package func snapshot(hiding hidden: Set<Int> = []) throws(GameError) -> MatchSnapshot {
        try attempt { referee throws(GameError) in try snapshot(of: referee, hiding: hidden) }
    }

    /// Returns a snapshot of the match, whose position `referee` holds.
    ///
    /// - Parameters:
    ///   - hidden: The seats whose unopened sealed moves the snapshot leaves out.
    ///   - seat: If it isn't nil, the snapshot also leaves out the entries with which other seats wait in a
    ///     round.
    func snapshot(
        of referee: Referee, hiding hidden: Set<Int> = [], alone seat: Int? = nil
    ) throws(GameError) -> MatchSnapshot {
        let bits = hidden.reduce(Int64(seat ?? 0) << 16) { $0 | 1 << Int64($1 - 1) }
        return MatchSnapshot(
            state: try referee.bytes("save", .integer(bits)),
            pending: log.pending, entries: log.entries, undone: log.undone,
            known: known, seed: draws.seed, keys: draws.keys, draws: referee.draws.progress,
            setup: .init(script: script.digest, seats: setup.seats, options: setup.options),
            beforeSealed: positionBeforeSealed.map(MatchSnapshot.Indirect.init))
    }

    /// Restores a snapshot of this match, or of one with the same setup, in the current Lua state.
    /// Undo and redo do what they did when the snapshot was made.
    ///
    /// ```swift
    /// let before = try match.rules.snapshot()
    /// try match.play("b2", seat: 1)
    /// try match.rules.restore(to: before)
    /// ```
    ///
    /// - Throws: ``GameError/request(_:)`` for a snapshot of another game or of other seats or
    ///   options, and ``GameError/failed(_:)`` if the script fails. The match is unchanged in
    ///   either case.
    package func restore(to snapshot: MatchSnapshot) throws(GameError) {
        guard snapshot.setup.script == script.digest else {
            throw .request(.otherSnapshot(than: script))
        }
        guard snapshot.setup.seats == setup.seats, snapshot.setup.options == setup.options else {
            throw .request(.otherSetup(of: script))
        }
        do throws(GameError) {
            try withRoom { () throws(GameError) in
                let referee = if let live, !loader.isolatesCalls { live } else { try loader.loaded() }
                try restore(snapshot, on: referee)
                referee.draws.use(seed: snapshot.seed, keys: snapshot.keys)
                referee.draws.resume(at: snapshot.draws)
                stand(on: referee)
            }
        } catch {
            live = nil  // the log can rebuild the match
            throw dropped(error)
        }
        log.contents = .init(entries: snapshot.entries, undone: snapshot.undone, pending: snapshot.pending)
        (draws.seed, draws.keys, known) = (snapshot.seed, snapshot.keys, snapshot.known)
        positionBeforeSealed = snapshot.beforeSealed?.snapshot
    }

    /// Restores a position of this match in a Lua state. The match's log and keys are unchanged.
    func restore(_ position: MatchSnapshot, on referee: Referee) throws(GameError) {
        WorkCounter.add(.positionsRestored)
        draws.key(referee.draws)
        let arguments: [LuaValue] = [setup.crossing, .encoded(position.state)]
        _ = try referee.call("restore", arguments, results: 0, deadline: loader.patience)
        referee.draws.resume(at: position.draws)
    }
}
