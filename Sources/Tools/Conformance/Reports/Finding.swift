import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A property that doesn't hold, and the game that shows it.
public struct Finding: Error, Hashable, Sendable {
    /// The property that doesn't hold.
    public var property: Property
    /// The problem, in one sentence or a few.
    public var sentence: String
    /// The remedy, if it differs from the property's remedy; `<game>` stands for the game's name in
    /// commands.
    public var mend: String?
    /// The place in the author's files: `game.lua:12`.
    public var place: String?
    /// The channel by which a secret was shown: `view`, `legal moves`, `caption`, … For P1 only.
    public var channel: String?
    /// The setup of the match; nil if no match was needed.
    public var setup: GameSetup?
    /// The moves that lead to the problem.
    public var steps: [Step] = []
    /// The number of the game in its run, from 0; nil if no game was played.
    public var game: Int?
    /// Whether the list of moves is as short as it could be made.
    public var isShrunk = false

    /// The placeholder for the game in commands, as long as its name on the command line isn't
    /// known.
    static let nameless = "<game>"

    /// Creates a finding without the game that shows it. ``setup``, ``steps`` and ``game`` are set
    /// when they are known.
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
    /// Creates the finding for an error of any module.
    ///
    /// - Parameters:
    ///   - standard: The property of the finding, unless the error shows that another property is
    ///     violated.
    ///   - game: The game in which the error occurred.
    init(_ error: any Error, standard: Property, in game: PlayedGame? = nil) {
        switch error {
        case let finding as Finding: self = finding
        case let error as GameError: self = Diagnosis.finding(error, standard: standard)
        case SessionError.game(let error): self = Diagnosis.finding(error, standard: standard)
        case SessionError.wire(let error): self.init(error, standard: standard)
        // a match that can't be read in time violates W1, whatever property was being checked
        case SessionError.tooSlow(let sentence): self.init(.w1, sentence)
        case let error as WireError:
            // a match that doesn't fit into a message violates W1, whatever property was being
            // checked
            if case .tooLarge = error { self.init(.w1, "\(error)") } else { self.init(standard, "\(error)") }
        default: self.init(standard, "\(error)")
        }
        if setup == nil, let game { (setup, steps) = (game.setup, game.steps) }
    }
}
