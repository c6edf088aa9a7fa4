import GameRules
import MessageProtocol
import Values

/// A ply that waits for a draw or for reveals. The rules play it later.
enum WaitingPly {
    /// A move of one seat.
    case move(LoggedMove, seat: Int, at: RandomDrawLedger.Place)
    /// The last entry of a round, with which all entries are played. `at` has the places of the
    /// entries' draws, in seat order.
    case lastEntry(LoggedMove, seat: Int, at: [RandomDrawLedger.Place])
    /// A seat that left during the wait.
    case leave(seat: Int, LeaveReason)
}

/// The plies that wait for a draw or for reveals, in the order of the log. The match is still at
/// the position before them.
struct WaitingPlies {
    /// The plies, with their numbers in the log.
    private(set) var all: [(ply: WaitingPly, number: Int)] = []
    /// The waiting move, as the entry that the rules would record.
    private(set) var entry: LogEntry?
    /// The wait for the reveals that a move requests; nil if no move waits for reveals.
    var opening: OpeningWait?

    var isEmpty: Bool { all.isEmpty }

    /// Starts a wait with a move.
    mutating func begin(with ply: WaitingPly, number: Int, as entry: LogEntry) {
        (all, self.entry) = ([(ply, number)], entry)
    }

    /// Adds a seat that leaves during the wait.
    mutating func addLeaving(of seat: Int, why: LeaveReason, number: Int) {
        all.append((.leave(seat: seat, why), number))
    }

    /// Sets the text and the name of the waiting move.
    mutating func describe(as move: Move) {
        entry?.text = move.text
        entry?.name = move.name
    }

    /// Removes the plies, which were played or became void.
    mutating func removeAll() { (all, entry) = ([], nil) }
}
