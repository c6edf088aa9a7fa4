/// What one seat, or a spectator, is shown of a hosted match: all that may leave the server.
public struct SeatView: Codable, Hashable, Sendable {
    /// A seat as everybody sees it.
    public struct Seat: Codable, Hashable, Sendable {
        public var seat: Int
        /// Nil while nobody sits there.
        public var name: String?
        public var taken: Bool
        public var bot: Bool
        /// `resigned` or `timeout` of a seat that has left.
        public var gone: String?
        /// True of a free seat of a rematch that is for somebody who played before; else nil.
        public var kept: Bool?
    }

    /// A move whose argument is typed.
    public struct Typed: Codable, Hashable, Sendable {
        public var name: String
        public var help: String?
        /// `text` or `integer`.
        public var type: String
        public var min: Int?
        public var max: Int?
        /// May it be played by its name alone?
        public var drawn: Bool
    }

    /// A move that can be chosen from a list.
    public struct Listed: Codable, Hashable, Sendable {
        public var text: String
        public var name: String
    }

    /// How the match ended.
    public struct Ending: Codable, Hashable, Sendable {
        /// A sentence.
        public var text: String
        public var winners: [Int]
        public var draw: Bool
    }

    public var match: String
    public var game: String
    public var title: String
    /// The number of the last entry.
    public var number: Int
    /// See ``HostedMatch/Phase``.
    public var phase: String
    /// The viewer's seat; nil for a spectator.
    public var you: Int?
    public var seats: [Seat]
    /// The seats that are to move.
    public var turn: [Int]
    /// Do they move at once?
    public var round: Bool
    public var ply: Int
    public var outcome: Ending?
    /// The picture, with live nodes marked; nil for a game that draws none.
    public var svg: String?
    /// The same in words.
    public var words: String
    /// The viewer's legal moves, at most ``mostMoves``.
    public var moves: [Listed]
    /// Are there more than those?
    public var moreMoves: Bool
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
    public var number: Int
    public var at: String
    /// `open`, `join`, `ply`, `leave`, `timeout`, `say`, `close` or `next`.
    public var kind: String
    public var seat: Int?
    /// The move; nil while it is sealed to the viewer, and for anything else.
    public var text: String?
    /// The entry as a sentence.
    public var says: String
}
