/// Everything that happened to the instances of a device, in order. It only grows.
///
/// Its text is one line per entry (instance, style, selected message, what happened, message), with `-` for nothing:
///
/// ```text
/// main1 compact - did_become_active -
/// main1 compact - did_receive m2
/// - - - ~ arrival while inactive m3
/// ```
///
/// A `~` marks what silently did nothing. If several games are in the log, their names stand before the instances.
public struct EventLog: Sendable {
    public enum Entry: Sendable {
        case event(Event)
        case silent(Silence)
    }

    /// A silent case, and where it happened.
    public struct Silence: Sendable {
        public let silentCase: SilentCase
        public let game: String?
        public let instance: InstanceID?
        public let style: PresentationStyle?
        public let selectedMessage: MessageID?
        public let message: MessageID?

        public init(
            _ silentCase: SilentCase, game: String? = nil, instance: InstanceID? = nil,
            style: PresentationStyle? = nil, selectedMessage: MessageID? = nil, message: MessageID? = nil
        ) {
            self.silentCase = silentCase
            self.game = game ?? instance?.game
            self.instance = instance
            self.style = style
            self.selectedMessage = selectedMessage
            self.message = message
        }
    }

    public private(set) var entries: [Entry] = []

    public init() {}

    public mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    public mutating func append(contentsOf more: some Sequence<Entry>) {
        entries.append(contentsOf: more)
    }

    /// The text of all entries, or of one game's.
    public func text(of game: String? = nil) -> String {
        let shown = entries.filter { game == nil || $0.game == game }
        let showsGame = Set(shown.compactMap(\.game)).count > 1
        return shown.map { ($0.game.map { showsGame ? $0 + "/" : "" } ?? "") + $0.description }.joined(separator: "\n")
    }
}

extension EventLog.Entry: CustomStringConvertible {
    public var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }

    public var silentCase: SilentCase? {
        if case .silent(let silence) = self { silence.silentCase } else { nil }
    }

    public var game: String? {
        switch self {
        case .event(let event): event.instance.game
        case .silent(let silence): silence.game
        }
    }

    /// The line of this entry, without its game.
    public var description: String {
        switch self {
        case .event(let event):
            Self.line(
                event.instance, event.style, event.selectedMessage?.id, "\(event.callback)", event.message?.id)
        case .silent(let silence):
            Self.line(
                silence.instance, silence.style, silence.selectedMessage, "~ \(silence.silentCase)", silence.message)
        }
    }

    private static func line(
        _ instance: InstanceID?, _ style: PresentationStyle?, _ selected: MessageID?, _ what: String,
        _ message: MessageID?
    ) -> String {
        [
            instance.map { "\($0)" } ?? "-", style.map { "\($0)" } ?? "-", selected.map { "\($0)" } ?? "-", what,
            message.map { "\($0)" } ?? "-",
        ].joined(separator: " ")
    }
}
