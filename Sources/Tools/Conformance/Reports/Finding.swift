import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A property that doesn't hold, and the game that shows it.
public struct Finding: Error, Hashable, Sendable {
    /// What doesn't hold.
    public var property: Property
    /// What was found, in one sentence or a few.
    public var sentence: String
    /// What to do about it, where that isn't what the property says; `<game>` stands for the game's name in commands.
    public var mend: String?
    /// Where in the author's files: `game.lua:12`.
    public var place: String?
    /// Where a secret showed: `view`, `legal moves`, `caption`, … For P1 only.
    public var channel: String?
    /// What the match was set up with; nil where no match was needed.
    public var setup: GameSetup?
    /// The moves that lead there.
    public var steps: [Step] = []
    /// Which of the run's games it was, from 0; nil where no game was played.
    public var game: Int?
    /// Is the list of moves as short as it could be made?
    public var isShrunk = false

    /// Stands for the game in commands, as long as it isn't known how it was named.
    static let nameless = "<game>"

    /// A finding without the game that shows it; ``setup``, ``steps`` and ``game`` are set where those are known.
    package init(_ property: Property, _ sentence: String, place: String? = nil, channel: String? = nil) {
        self.property = property
        self.sentence = sentence
        self.place = place
        self.channel = channel
    }
}

extension Finding: CustomStringConvertible {
    /// `S4: game.lua:12: \`choices\` changed the state …`
    public var description: String {
        let front = [property.id, place].compactMap(\.self).joined(separator: ": ")
        return "\(front): \(sentence)" + (channel.map { " (\($0))" } ?? "")
    }
}

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
        case SessionError.game(let error): self = Diagnosis.finding(error, standard: standard)
        case SessionError.wire(let error): self.init(error, standard: standard)
        // nor does one that can't be read in time: whatever was about to be checked, its moves are too slow
        case SessionError.tooSlow(let sentence): self.init(.w1, sentence)
        case let error as WireError:
            // a game that doesn't fit into a message is the game's affair, whatever was about to be checked
            if case .tooLarge = error { self.init(.w1, "\(error)") } else { self.init(standard, "\(error)") }
        default: self.init(standard, "\(error)")
        }
        if setup == nil, let game { (setup, steps) = (game.setup, game.steps) }
    }
}
