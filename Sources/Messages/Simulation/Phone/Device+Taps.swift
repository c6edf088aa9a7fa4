import Conversations
import MatchSessions
import MessageHost

// Taps on bubbles, also where their game isn't installed.
extension Device {
    /// What a tap on a bubble led to.
    public enum TapOutcome: Hashable, Sendable {
        /// Its game is open.
        case opened
        /// Its game isn't here; the sentence says how to get it.
        case missing(game: String, String)
        /// A desktop opens the url in a browser.
        case browser(url: String)
        /// A desktop can do nothing with it; the sentence says why.
        case nothing(String)
    }

    /// The person taps a bubble: its game opens, if it is on this device.
    ///
    /// - Throws: ``DeviceError`` for a chat or a bubble that isn't there.
    @discardableResult
    public func tap(_ item: TranscriptItem.ID, in chat: Chat.ID) throws(DeviceError) -> TapOutcome {
        guard let known = chats[chat] else { throw .unknownChat(chat) }
        guard let bubble = known.transcript[item]?.bubble else { throw .stimulus(.noBubble(item)) }
        if games[bubble.game] != nil {
            try perform(.tapBubble(item), of: bubble.game, in: chat)
            return .opened
        }
        guard kind == .desktop else {
            return .missing(
                game: bubble.game,
                "\(title(of: bubble)) isn't on \(person)'s phone. Install the game \(bubble.game), then tap again.")
        }
        guard let url = bubble.message.url, ["http:", "https:"].contains(where: { url.lowercased().hasPrefix($0) })
        else { return .nothing("\(title(of: bubble)) is played on phones, and its message has no page to open.") }
        return .browser(url: url)
    }

    /// What a device without the game shows of its message: the layout, or what a live one falls back to.
    package func shownLayout(of item: TranscriptItem) -> TemplateLayout? { item.bubble?.message.layout?.template }

    /// What the game of a bubble is called where it isn't installed: by the title on its picture.
    private func title(of bubble: TranscriptItem.Bubble) -> String {
        let title = bubble.message.layout?.template.imageTitle ?? ""
        return title.isEmpty ? bubble.game : title
    }
}
