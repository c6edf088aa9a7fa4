/// The view that one seat, or a spectator, has of a hosted match: all that may leave the server.
public struct SeatView: Codable, Hashable, Sendable {
    /// A seat as everybody sees it.
    public struct Seat: Codable, Hashable, Sendable {
        /// The number of the seat, from 1.
        public var seat: Int
        /// The name of the occupant; nil for a free seat.
        public var name: String?
        /// Whether a person or a bot has the seat.
        public var taken: Bool
        /// Whether a bot has the seat.
        public var bot: Bool
        /// `resigned` or `timeout` for a seat that has left; nil for any other seat.
        public var gone: String?
        /// True for a free seat of a rematch that is reserved for a former player; nil for any
        /// other seat.
        public var kept: Bool?
    }

    /// A move whose argument is typed.
    public struct Typed: Codable, Hashable, Sendable {
        /// The name that the move begins with: `bid`.
        public var name: String
        /// The text that describes the argument; nil if the script gives none.
        public var help: String?
        /// `text` or `integer`.
        public var type: String
        /// The least integer, or the fewest characters; nil without a bound.
        public var min: Int?
        /// The largest integer, or the most characters; nil without a bound.
        public var max: Int?
        /// Whether the move may be played by its name alone: its argument is then drawn at random.
        public var drawn: Bool
    }

    /// A move that can be chosen from a list.
    public struct Listed: Codable, Hashable, Sendable {
        /// The text by which the move is played.
        public var text: String
        /// The name of the kind of move.
        public var name: String
    }

    /// The outcome of a match.
    public struct Ending: Codable, Hashable, Sendable {
        /// The outcome as a sentence.
        public var text: String
        /// The seats that have won; empty for a tie.
        public var winners: [Int]
        /// Whether nobody has won.
        public var draw: Bool
    }

    /// The id of the match.
    public var match: String
    /// The id of its game.
    public var game: String
    /// The title of the game.
    public var title: String
    /// The number of the last entry.
    public var number: Int
    /// The raw value of ``HostedMatch/Phase``.
    public var phase: String
    /// The viewer's seat; nil for a spectator.
    public var you: Int?
    /// All seats, in order.
    public var seats: [Seat]
    /// The seats that are to move.
    public var turn: [Int]
    /// Whether the seats of ``turn`` move simultaneously.
    public var round: Bool
    /// The number of plies so far.
    public var ply: Int
    /// The outcome; nil while the match isn't over.
    public var outcome: Ending?
    /// The picture, with live nodes marked; nil for a game that draws none.
    public var svg: String?
    /// The picture in words.
    public var words: String
    /// The viewer's legal moves, at most ``mostMoves``.
    public var moves: [Listed]
    /// Whether there are more legal moves than ``moves`` lists.
    public var moreMoves: Bool
    /// The viewer's moves whose argument is typed.
    public var typed: [Typed]
    /// The script's prompts to the viewer, as sentences.
    public var prompts: [String]
    /// Whose turn it is, or the outcome, as a sentence.
    public var status: String
    /// The last entries, at most ``mostLines``.
    public var log: [EntryLine]
    /// The seconds that a seat has for its turn; nil for no limit.
    public var turnLimit: Int?
    /// The time by which the seats whose turn it is must have moved; nil for no limit.
    public var deadline: String?
    /// The id of the rematch; nil if there is none.
    public var next: String?

    /// The most moves that are listed.
    public static let mostMoves = 500
    /// The most lines of the log in one view.
    public static let mostLines = 200
}

/// An entry of the log as one viewer may read it.
public struct EntryLine: Codable, Hashable, Sendable {
    /// The number of the entry, from 1.
    public var number: Int
    /// The date and time at which the entry was written, as ISO 8601.
    public var at: String
    /// `open`, `join`, `ply`, `leave`, `timeout`, `say`, `close` or `next`.
    public var kind: String
    /// The seat of the entry; nil if it belongs to no seat.
    public var seat: Int?
    /// The move; nil if the viewer may not know it yet, and for other kinds of entries.
    public var text: String?
    /// The entry as a sentence.
    public var says: String
}
