import Values

/// What a person asks of the host itself, whatever the game draws: the commands beside its board.
public enum PersonAct: Hashable, Sendable {
    /// A new match in this conversation.
    case begin(options: [String: Value] = [:])
    case join, start, resign, close
    /// The seat hasn't moved in time.
    case claim(Int)
    /// Who has no seat bets play chips on a seat that is to win, 0 for nobody.
    case bet(pool: Int, chips: Int)
    /// The last message of the match once more.
    case again
    /// The other version of a match that is disputed.
    case theirs

    var effect: Effect {
        switch self {
        case .begin(let options): .begin(options: options)
        case .join: .act(.join)
        case .start: .act(.start)
        case .resign: .act(.resign)
        case .close: .act(.close)
        case .claim(let seat): .act(.claim(seat))
        case .bet(let pool, let chips): .act(.bet(pool: pool, chips: chips))
        case .again: .again
        case .theirs: .goOnWithTheirs
        }
    }

    /// Does it make a draft that is to be staged?
    var drafts: Bool {
        switch self {
        case .begin, .again, .theirs: false
        case .join, .start, .resign, .close, .claim, .bet: true
        }
    }
}
