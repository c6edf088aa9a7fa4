/// What one seat, or a spectator, is shown of a hosted match: all that may leave the server.
public struct SeatView: Codable, Hashable, Sendable {
    /// A seat as everybody sees it.
    public struct Seat: Codable, Hashable, Sendable {
        /// Its number, from 1.
        public var seat: Int
        /// Nil while nobody sits there.
        public var name: String?
        /// Does anybody sit there, a person or a bot?
        public var taken: Bool
        /// Does a bot sit there?
        public var bot: Bool
        /// `resigned` or `timeout` of a seat that has left.
        public var gone: String?
        /// True of a free seat of a rematch that is for somebody who played before; else nil.
        public var kept: Bool?
    }

    /// A move whose argument is typed.
    public struct Typed: Codable, Hashable, Sendable {
        /// The name that a move begins with: `bid`.
        public var name: String
        /// What is typed behind it; nil without a word from the script.
        public var help: String?
        /// `text` or `integer`.
        public var type: String
        /// The least integer, or the fewest characters; nil without a bound.
        public var min: Int?
        /// The largest integer, or the most characters; nil without a bound.
        public var max: Int?
        /// May it be played by its name alone?
        public var drawn: Bool
    }

    /// A move that can be chosen from a list.
    public struct Listed: Codable, Hashable, Sendable {
        /// The move as it is played.
        public var text: String
        /// What kind of move it is.
        public var name: String
    }

    /// How the match ended.
    public struct Ending: Codable, Hashable, Sendable {
        /// A sentence.
        public var text: String
        /// The seats that have won; empty for a draw.
        public var winners: [Int]
        /// Has nobody won?
        public var draw: Bool
    }

    /// Which match it is.
    public var match: String
    /// The id of its game.
    public var game: String
    /// What people call the game.
    public var title: String
    /// The number of the last entry.
    public var number: Int
    /// See ``HostedMatch/Phase``.
    public var phase: String
    /// The viewer's seat; nil for a spectator.
    public var you: Int?
    /// All seats, in order.
    public var seats: [Seat]
    /// The seats that are to move.
    public var turn: [Int]
    /// Do they move at once?
    public var round: Bool
    /// How many moves were played.
    public var ply: Int
    /// How it ended; nil while it goes on.
    public var outcome: Ending?
    /// The picture, with live nodes marked; nil for a game that draws none.
    public var svg: String?
    /// The same in words.
    public var words: String
    /// The viewer's legal moves, at most ``mostMoves``.
    public var moves: [Listed]
    /// Are there more than those?
    public var moreMoves: Bool
    /// The moves of the viewer whose argument is typed.
    public var typed: [Typed]
    /// What the viewer is asked to do.
    public var prompts: [String]
    /// Whose turn it is, or how it ended, as a sentence.
    public var status: String
    /// The last entries, at most ``mostLines``.
    public var log: [EntryLine]
    /// How many seconds a seat has for its turn.
    public var turnLimit: Int?
    /// When the seats that are to move must have moved.
    public var deadline: String?
    /// The rematch.
    public var next: String?

    /// The most moves that are listed.
    public static let mostMoves = 500
    /// The most lines of the log in one view.
    public static let mostLines = 200
}

/// An entry of the log as one viewer may read it.
public struct EntryLine: Codable, Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// When it was written: a date and time as ISO 8601 has it.
    public var at: String
    /// `open`, `join`, `ply`, `leave`, `timeout`, `say`, `close` or `next`.
    public var kind: String
    /// Whose it is; nil for nobody's.
    public var seat: Int?
    /// The move; nil while it is sealed to the viewer, and for anything else.
    public var text: String?
    /// The entry as a sentence.
    public var says: String
}
