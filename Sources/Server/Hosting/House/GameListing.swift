import GameRules
import Values

/// A game as a list of games shows it.
public struct GameListing: Codable, Hashable, Sendable {
    /// Within which a match may have seats.
    public struct Seats: Codable, Hashable, Sendable {
        /// The fewest.
        public var min: Int
        /// The most.
        public var max: Int
    }

    /// An option that may be chosen: a boolean, an integer or a text, each as a person writes it.
    public struct Option: Codable, Hashable, Sendable {
        /// The name of the option, in requests and in the script.
        public var name: String
        /// `boolean`, `integer` or `text`.
        public var type: String
        /// The value if nothing is chosen.
        public var standard: String
        /// What may be chosen; nil where any value of the type between the bounds may.
        public var choices: [String]?
        /// The least of an integer; nil without a bound.
        public var min: Int?
        /// The largest of an integer; nil without a bound.
        public var max: Int?
        /// A sentence about it; may be empty.
        public var help: String

        private enum CodingKeys: String, CodingKey {
            case name, type, choices, min, max, help
            case standard = "default"
        }
    }

    /// The name of its folder, which requests give.
    public var id: String
    /// What people call it.
    public var title: String
    /// What it is about, in a sentence; may be empty.
    public var summary: String
    /// How many may play.
    public var seats: Seats
    /// What may be chosen when a match is opened.
    public var options: [Option]
    /// Is it dealt from a deck that nobody may see, so that it can't be played by messages?
    public var dealt: Bool
    /// Does a seat see what others don't?
    public var hidden: Bool
    /// Does it draw?
    public var chance: Bool

    /// What there is to say of a game.
    public init(_ script: GameScript) {
        (id, title, summary) = (script.id, script.title, script.summary)
        seats = Seats(min: script.seats.lowerBound, max: script.seats.upperBound)
        (dealt, hidden, chance) = (script.dealt, script.hidden, script.chance != .none)
        options = script.options.map { option in
            let type =
                switch option.standard {
                case .bool: "boolean"
                case .int: "integer"
                default: "text"
                }
            return Option(
                name: option.name, type: type, standard: GameOption.text(option.standard),
                choices: option.values.isEmpty ? nil : option.values.map(GameOption.text), min: option.least,
                max: option.most, help: option.help)
        }
    }
}

extension MatchHouse {
    /// The games that can be played here.
    public var listings: [GameListing] { games.map(GameListing.init) }
}
