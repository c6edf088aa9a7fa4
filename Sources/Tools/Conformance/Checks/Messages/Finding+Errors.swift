import GameRules
import MatchSessions
import MessageHost
import MessageWire

extension Finding {
    /// What an error of any floor says about a game.
    ///
    /// - Parameters:
    ///   - standard: What is violated, unless the error tells that it is something else.
    ///   - game: The game it happened in.
    init(_ error: any Error, standard: Property, in game: PlayedGame? = nil) {
        switch error {
        case let finding as Finding: self = finding
        case let error as GameError: self = Diagnosis.finding(error, standard: standard)
        case TableError.game(let error): self = Diagnosis.finding(error, standard: standard)
        case TableError.wire(let error): self.init(error, standard: standard)
        // nor does one that can't be read in time: whatever was about to be checked, its moves are too slow
        case TableError.tooSlow(let sentence): self.init(.w1, sentence)
        case let error as WireError:
            // a game that doesn't fit into a message is the game's affair, whatever was about to be checked
            if case .tooLarge = error { self.init(.w1, "\(error)") } else { self.init(standard, "\(error)") }
        default: self.init(standard, "\(error)")
        }
        if setup == nil, let game { (setup, steps) = (game.setup, game.steps) }
    }
}
