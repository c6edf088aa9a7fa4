/// What players may say to each other in a hosted match: nothing else than these.
public enum Phrase: String, CaseIterable, Sendable {
    /// Said before, in or after a match; see ``text``.
    case hello, thanks, sorry, again, goodLuck = "good_luck", goodMove = "good_move", oneMoment = "one_moment",
        goodGame = "good_game"

    /// As it is read.
    public var text: String {
        switch self {
        case .hello: "Hello!"
        case .thanks: "Thanks!"
        case .sorry: "Sorry!"
        case .again: "Again?"
        case .goodLuck: "Good luck!"
        case .goodMove: "Good move!"
        case .oneMoment: "One moment, please."
        case .goodGame: "Good game!"
        }
    }
}
