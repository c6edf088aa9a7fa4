import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes

/// Why something that a hook or a person asked for can't be done. The match is what it was.
public enum AppError: Error, Hashable, Sendable {
    /// The rules, the form of a message or the match refuse it.
    case table(SessionError)
    /// It can't be inserted or sent.
    case message(MessageError)
    /// It can't be kept.
    case store(GameStore.Refusal)
    /// A picture that a script made is no scene.
    case scene(SceneError)
    /// The script failed, or isn't one.
    case game(GameError)
    /// There is no match that it could be about.
    case noMatch
    /// The match has no limit on turns, so that nobody can claim.
    case noTurnLimit
    /// The seat has that many seconds more.
    case notOverdue(seat: Int, seconds: Int64)
    /// Nothing is in the draft field that could be taken back or sent.
    case nothingDrafted
    /// The match went on, and a draft fits no more: the move, and why.
    case outdated(move: String, SessionError)
    /// What is in the draft field fits no more: the match went on.
    case outdatedDraft
    /// A bubble asked to write the game's store.
    case bubbleWrites
    /// A live layout has to say what others see who lack the game.
    case liveLayoutWithoutAlternate
    /// A picture by this name is none that the game has.
    case unknownPicture(String)
    /// The instance isn't loaded: nobody can be told anything, or touch it.
    case notLoaded(InstanceID)
    /// The matches are kept in a store already.
    case keptAlready
    /// It has to be typed, and the style takes no text.
    case typed(move: String, PresentationStyle)
}

extension AppError: CustomStringConvertible {
    /// A sentence for the person, or for the author whose hook asked for it.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .message(let error): "\(error)"
        case .store(let refusal): "\(refusal)"
        case .scene(let error): "\(error)"
        case .game(let error): "\(error)"
        case .noMatch: "There is no match here yet: start one."
        case .noTurnLimit: "This match has no turn limit."
        case .notOverdue(let seat, let seconds): "Seat \(seat) has \(seconds) more seconds."
        case .nothingDrafted: "There is nothing drafted: play a move first."
        case .outdated(let move, let error): "The match went on, and \(move) isn't possible any more: \(error)"
        case .outdatedDraft: "The match went on: what you had drafted doesn't fit any more."
        case .bubbleWrites: "A bubble can't write app.store: only the open game does."
        case .liveLayoutWithoutAlternate: "A live layout needs an alternate: devices without the game show it."
        case .unknownPicture(let name):
            "There is no picture \(name) any more: pass on the layout of a message at hand."
        case .notLoaded(let id): "\(id) isn't loaded: deliver `.load` to it before anything else."
        case .keptAlready: "These matches are kept already: call keep(in:) once, before the first callback."
        case .typed(let move, let style):
            "'\(move.excerpt)' has to be typed, and \(style) style takes no text: expand the game first."
        }
    }
}
