import Conversations
import Storage
import Values

// What must still happen after a device was closed and restored: messages that are to expire. What is a part of sending
// isn't kept, for no instance that could hear of it outlives the device.
extension Device.Timer {
    /// What a store keeps of it; nil for what isn't kept.
    var kept: DeviceNumbers.Expiry? {
        guard case .expiry(let item) = stimulus else { return nil }
        return DeviceNumbers.Expiry(
            item: item.number, game: game, chat: chat, milliseconds: Int(saturating: due / .milliseconds(1)))
    }
}

extension Device {
    /// A timer that was kept; nil for a message that isn't there any more.
    func timer(_ kept: DeviceNumbers.Expiry) -> Timer? {
        guard let item = chats[kept.chat]?.transcript.items.first(where: { $0.id.number == kept.item }) else {
            return nil
        }
        return Timer(
            due: .milliseconds(max(0, kept.milliseconds)), stimulus: .expiry(item.id), game: kept.game,
            chat: kept.chat)
    }
}
