import Values

/// How much work one event may cost a device, however long its match is.
///
/// This is the one table of such bounds. A change that needs more work states its bound here, and says why.
enum WorkBounds {
    /// Something that happens to a device, with what it needs.
    enum Event {
        /// A person opens, touches, sends or looks; a message arrives. The match is in memory.
        case ordinary
        /// As `ordinary`, while entries or reveals of a round are in the log: a message that continues a round plays the round
        /// again from its start. The number counts the plies of that round.
        case inRound(plies: Int)
        /// Sealed moves are revealed: the plies after the first of them are played again, with what is known now, once for each
        /// seat that reveals. That replay is the audit.
        case revealing(seats: Int, pliesSinceSealed: Int)
        /// The first look at a match that is not in memory: its log is played once, and once more for the text of its last move.
        case cold(plies: Int)
    }

    /// The most plies that rules may play for one event.
    ///
    /// - Parameter new: How many plies the device sees after the event and did not see before it.
    static func pliesReplayed(_ event: Event, new: Int) -> Int {
        switch event {
        case .ordinary: new + 2
        case .inRound(let plies): new + 2 + 2 * plies
        case .revealing(let seats, let plies): new + 2 + (seats + 1) * plies
        case .cold(let plies): 2 * plies + new + 2
        }
    }
}
