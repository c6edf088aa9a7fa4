import GameRules
import MessageProtocol

/// The plies that rules have played, and the entries of the match's own log that come from them.
struct PlayedPlies {
    /// The plies of the log at the rules' position.
    private(set) var log: [Ply] = []
    /// The plies that a replay has played after ``log``. The replay may be of any log.
    private(set) var trail: [Ply] = []
    /// Whether a ply was started and not finished. This is so after the rules refused the ply or
    /// failed; the position of the rules is then unknown.
    var isAmidPly = false
    /// For each entry of the match's own log, the number of the ply in the log that it comes from.
    private var places: [Int] = []

    /// Whether the rules aren't at the end of ``log``.
    var isAhead: Bool { !trail.isEmpty || isAmidPly }

    /// All plies that were played.
    var all: [Ply] { log + trail }

    /// The last ply that was played.
    var last: Ply? { trail.last ?? log.last }

    /// The number of the ply that is played now.
    var number: Int { log.count + trail.count + 1 }

    /// Adds a ply that was played.
    mutating func note(_ ply: Ply) {
        trail.append(ply)
        isAmidPly = false
    }

    /// Returns whether the rules are at the end of these plies.
    func stands(exactlyAt plies: [Ply]) -> Bool {
        !isAhead && log.count == plies.count && plies.begins(with: log)
    }

    /// Returns whether the last replay played this log, to its end.
    func hasReplayed(_ plies: [Ply]) -> Bool {
        guard !isAmidPly, plies.begins(with: log) else { return false }
        return plies[log.count...].elementsEqual(trail) {
            $0.seat == $1.seat && $0.action == $1.action && $0.link == $1.link
        }
    }

    /// Records that the plies of a log were played, and nothing after them.
    ///
    /// - Parameter entries: The match's own log.
    mutating func settle(at plies: [Ply], entries: [LogEntry]) {
        log = plies
        renumberRound(entries)
        (trail, isAmidPly) = ([], false)
    }

    /// The same plies without a trail: all of them are the log.
    var settled: PlayedPlies {
        var plies = self
        (plies.log, plies.trail) = (all, [])
        return plies
    }

    // MARK: The match's own log

    /// Records that the last entry of the match's log comes from the ply of this number. Entries of
    /// a round that became void are removed.
    ///
    /// - Parameter count: The number of entries of the match's log.
    mutating func notePlace(_ number: Int, entries count: Int) {
        places.removeSubrange(min(places.count, max(0, count - 1))...)
        places.append(number)
    }

    /// Returns the index in the match's log of the entry that a ply became; nil if the match's log
    /// has no such entry.
    func entry(of number: Int) -> Int? { places.firstIndex(of: number) }

    /// Returns the number of the ply that an entry of the match's log comes from; nil for an entry
    /// that doesn't exist. Both numbers count from 1.
    func number(ofEntry number: Int) -> Int? { places.indices.contains(number - 1) ? places[number - 1] : nil }

    /// Updates the places of the last round's entries, which a log has in seat order and not in the
    /// order of arrival.
    private mutating func renumberRound(_ entries: [LogEntry]) {
        var seats: Set<Int> = []
        for index in entries.indices.reversed() where places.indices.contains(index) {
            let entry = entries[index]
            guard entry.leaving == nil, seats.insert(entry.seat).inserted,
                let ply = log.lastIndex(where: { $0.seat == entry.seat && ($0.isMove || $0.opensRoundSeal) }),
                log[ply].isInRound
            else { return }
            places[index] = ply + 1
        }
    }
}
