import GameRules
import MessageProtocol
import Values

extension Ply.Action {
    /// The move of the game, if everybody can read it.
    package var openMove: LoggedMove? { if case .move(let move) = self { move } else { nil } }

    /// Creates the action of an entry in the rules' own log.
    ///
    /// Nil for a sealed move, which only its owner's device knows. Also nil for a seat that left
    /// without resigning. In messages, a seat leaves without resigning only after two other seats
    /// have claimed against it, and the clock of this host doesn't count.
    package init?(_ choice: LogEntry.Choice) {
        switch choice {
        case .move(let move): self = .move(move)
        case .leave(.resigned): self = .resign
        case .leave, .sealed: return nil
        }
    }
}
