import GameRules
import MessageProtocol
import Values

extension Ply.Action {
    /// The move of the game that it is, to be read by all.
    package var openMove: LoggedMove? { if case .move(let move) = self { move } else { nil } }

    /// What a seat did by the rules' own log, as a ply of it. Nil for a move of which only its owner's device knows what it is, and
    /// for a seat that left in another way than by resigning: two
    /// claims of others say that in a message, and a clock that only this host has says nothing there.
    package init?(_ choice: LogEntry.Choice) {
        switch choice {
        case .move(let move): self = .move(move)
        case .leave(.resigned): self = .resign
        case .leave, .sealed: return nil
        }
    }
}
