import Conversations
import GameApps
import MatchSessions

/// Why something can't be done on a device. Nothing has changed.
public enum DeviceError: Error, Sendable {
    /// It can't happen now.
    case stimulus(StimulusError)
    /// The game of this id is not on the device.
    case unknownGame(String)
    /// The device has no such conversation.
    case unknownChat(Chat.ID)
    /// It can't be inserted.
    case message(MessageError)
    /// A game can't do it.
    case app(AppError)
    /// A desktop runs no games.
    case desktop
    /// A text of so many bytes is more than a message holds.
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
