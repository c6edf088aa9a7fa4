import Conversations
import GameApps
import MatchSessions

/// The reason why a device can't do something. The attempt has changed nothing.
public enum DeviceError: Error, Sendable {
    /// The stimulus is impossible now.
    case stimulus(StimulusError)
    /// The game of this id isn't installed.
    case unknownGame(String)
    /// The device has no such conversation.
    case unknownChat(Chat.ID)
    /// The post can't be inserted.
    case message(MessageError)
    /// The game can't carry out the action.
    case app(AppError)
    /// A desktop runs no games.
    case desktop
    /// The text exceeds the draft field's limit of `bytes` bytes.
    case tooMuchText(bytes: Int)
}

extension DeviceError: CustomStringConvertible {
    /// A sentence for the person.
    public var description: String {
        switch self {
        case .stimulus(let error): "\(error)"
        case .unknownGame(let game): "The game \(game) isn't installed on this device."
        case .unknownChat(let chat): "This device has no conversation \(chat)."
        case .message(let error): "\(error)"
        case .app(let error): "\(error)"
        case .desktop:
            "This is a desktop: it shows messages, and opens their urls in a browser. Games run on phones."
        case .tooMuchText(let bytes): "The draft field takes \(bytes) bytes of text."
        }
    }
}
