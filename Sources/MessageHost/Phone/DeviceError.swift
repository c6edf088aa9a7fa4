import Conversations

/// Why something can't be done on a device. Nothing has changed.
public enum DeviceError: Error, Sendable {
    /// It can't happen now.
    case stimulus(StimulusError)
    case unknownGame(String)
    case unknownChat(Chat.ID)
    /// It can't be inserted.
    case message(MessageError)
    /// A sentence for the person.
    case request(String)
}

extension DeviceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .stimulus(let error): "\(error)"
        case .unknownGame(let game): "The game \(game) isn't installed on this device."
        case .unknownChat(let chat): "This device has no conversation \(chat)."
        case .message(let error): "\(error)"
        case .request(let sentence): sentence
        }
    }
}
