import GameRules
import MessageWire
import Values

/// What waits for a draw to be known, in the order of the log: the rules hear of it then.
enum WaitingPly {
    /// A move of one seat.
    case move(LoggedMove, seat: Int, at: DrawBook.Place)
    /// The last entry of a round, with which all of them are played, and where each draws, in the order of the seats.
    case lastEntry(LoggedMove, seat: Int, at: [DrawBook.Place])
    /// A seat that left meanwhile.
    case leave(seat: Int, Leaving)
}
