import ArgumentParser

/// What a new game is like: each is a whole game to change, in `sdk/templates/<kind>`.
enum GameKind: String, CaseIterable, ExpressibleByArgument {
    case board, cards, dice, words, rounds, hidden

    /// What its template shows.
    var summary: String {
        switch self {
        case .board: "a board on which cells are marked"
        case .cards: "cards that are turned up by chance"
        case .dice: "dice, and turns of several moves"
        case .words: "moves that are typed and can't be listed"
        case .rounds: "rounds in which all choose at once"
        case .hidden: "a secret that stays on one phone"
        }
    }
}
