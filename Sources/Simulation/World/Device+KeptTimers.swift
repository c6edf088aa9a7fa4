import Conversations
import Values

// What must still happen after a device was closed and restored: messages that are to expire. What is a part of sending
// isn't kept, for no instance that could hear of it outlives the device.
extension Device.Timer {
    private static let mark = "expiry "

    /// Under which name the time is kept, in milliseconds, among a device's numbers; nil for what isn't kept.
    var kept: (key: String, milliseconds: Int)? {
        guard case .expiry(let item) = stimulus else { return nil }
        return ("\(Self.mark)\(item.number) \(game) \(chat.string)", Int(saturating: due / .milliseconds(1)))
    }

    /// What such a name says: a place in a transcript, a game's id, a chat.
    static func parts(of key: String) -> (item: Int, game: String, chat: Chat.ID)? {
        guard key.hasPrefix(mark) else { return nil }
        let parts = key.dropFirst(mark.count).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let item = Int(parts[0]) else { return nil }
        return (item, String(parts[1]), Chat.ID(String(parts[2])))
    }
}

extension Device {
    /// A timer that was kept; nil for any other number, and for a message that isn't there any more.
    func keptTimer(_ key: String, _ milliseconds: Int) -> Timer? {
        guard let (number, game, chat) = Timer.parts(of: key),
            let item = chats[chat]?.transcript.items.first(where: { $0.id.number == number })
        else { return nil }
        return Timer(due: .milliseconds(max(0, milliseconds)), stimulus: .expiry(item.id), game: game, chat: chat)
    }
}
