/// A move the rules refuse: a code for programs and a sentence for people. Nothing has changed.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// `not_your_turn`, `game_over`, `unknown_move`, `bad_argument`, `illegal_move`, `unopened_seals`, or one of the script's own.
    public var code: String
    /// Why it is refused, for the person who tried.
    public var message: String

    /// Whose seals must be opened before the move can be played, which opens what was sealed: the code is `unopened_seals` then.
    package var unopened: [Int] = []

    /// A refusal of these words.
    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The refusal of a move after the end.
    static let gameOver = Rejection(code: "game_over", message: "The game is over.")

    /// The sentence for people.
    public var description: String { message }
}
