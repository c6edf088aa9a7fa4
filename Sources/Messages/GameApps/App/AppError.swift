import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// The reason why a request of a hook or a person failed. The match is unchanged.
public enum AppError: Error, Hashable, Sendable {
    /// The rules or the match reject the request, or its result doesn't fit into a message.
    case table(SessionError)
    /// The message can't be inserted or sent.
    case message(MessageError)
    /// The value can't be stored.
    case store(GameStore.Refusal)
    /// The value that a script gave as a picture is not a scene.
    case scene(SceneError)
    /// The script failed or isn't valid.
    case game(GameError)
    /// The conversation has no match for the request.
    case noMatch
    /// The match has no turn limit, so nobody can claim that a seat is overdue.
    case noTurnLimit
    /// The seat can't be claimed against yet: it has `seconds` more seconds.
    case notOverdue(seat: Int, seconds: Int64)
    /// The draft field contains nothing to undo or send.
    case nothingDrafted
    /// The match has changed, and a drafted move is no longer possible. The values are the move and
    /// the reason.
    case outdated(move: String, SessionError)
    /// The match has changed, so the content of the draft field no longer fits.
    case outdatedDraft
    /// A bubble asked to write the game's store.
    case bubbleWrites
    /// A live layout has no alternate for devices without the game.
    case liveLayoutWithoutAlternate
    /// The game has no picture of this name.
    case unknownPicture(String)
    /// The instance isn't loaded, so it can't receive a callback or a touch.
    case notLoaded(InstanceID)
    /// A store was already set for the matches.
    case keptAlready
    /// The move has to be typed, but the style has no text input.
    case typed(move: String, PresentationStyle)
}

extension AppError: CustomStringConvertible {
    /// A sentence for the person, or for the author whose hook made the request.
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
        case .nothingDrafted: "There is no draft. Play a move first."
        case .outdated(let move, let error): "The match has continued, and \(move) isn't possible any more: \(error)"
        case .outdatedDraft: "The match has continued, so your draft doesn't fit any more."
        case .bubbleWrites: "A bubble can't write app.store. Only the open game can."
        case .liveLayoutWithoutAlternate: "A live layout needs an alternate, which devices without the game show."
        case .unknownPicture(let name):
            "There is no picture \(name) any more: pass on the layout of a message at hand."
        case .notLoaded(let id): "\(id) isn't loaded: deliver `.load` to it before anything else."
        case .keptAlready: "These matches are kept already: call keep(in:) once, before the first callback."
        case .typed(let move, let style):
            "'\(move.excerpt)' has to be typed, and \(style) style takes no text: expand the game first."
        }
    }
}

// The problems of requests to an app, with their sentences.
extension RequestProblem {
    static let noMatch = RequestProblem(code: "no_match", "There is no such match.")

    static func tooManyUnsent(_ count: Int) -> RequestProblem {
        .init(
            code: "unsent",
            "\(count) matches haven't been sent yet. Send one of them or delete its draft, before you start another match."
        )
    }

    static func noApp(_ game: String) -> RequestProblem {
        .init(code: "no_load", "\(game) can't be loaded as an app.")
    }

    static func badArgument(of hook: String, _ error: any Error) -> RequestProblem {
        .init(code: "bad_argument", "\(hook) isn't called, because its argument isn't valid: \(error)")
    }

    static func badResult(of hook: String, _ error: any Error) -> RequestProblem {
        .init(code: "bad_result", "\(hook): its result can't be read: \(error)")
    }
}
