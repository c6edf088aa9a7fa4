import GameRules
import Values

/// S1, as far as a game tells that is played for its end alone: at some of its plies, and at the last.
struct BareGameCheck: PlyCheck {
    static let properties: [Property] = [.s1]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.isSampled { try SavingCheck.readBack(game) }
    }
}
