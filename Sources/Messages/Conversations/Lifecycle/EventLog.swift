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
    /// What one line is about: a callback of an instance, or something that silently did nothing.
    public enum Entry: Sendable {
        /// A callback.
        case event(Event)
        /// What silently did nothing.
        case silent(Silence)
    }

    /// A silent case, and where it happened.
    public struct Silence: Sendable {
        /// What did nothing, and why.
        public let silentCase: SilentNoOp
        /// The id of the game it happened to; nil if neither a game nor an instance was named.
        public let game: String?
        /// The instance it happened to; nil if none was concerned, as by an arrival while the game is closed.
        public let instance: InstanceID?
        /// The style of the instance at that moment; nil where it isn't known, as of one that is gone.
        public let style: PresentationStyle?
        /// The message that the instance had selected; nil if it had none, or where that isn't known.
        public let selectedMessage: MessageID?
        /// The message it is about; nil if it is about none.
        public let message: MessageID?

        /// A silent case, with what is known of the moment. Without `game` it belongs to the game of the instance.
        package init(
            _ silentCase: SilentNoOp, game: String? = nil, instance: InstanceID? = nil,
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

    /// Everything so far, the oldest first.
    public private(set) var entries: [Entry] = []

    /// A log in which nothing has happened yet.
    package init() {}

    /// Adds one entry behind the others.
    package mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    /// Adds entries behind the others, in their order.
    package mutating func append(contentsOf more: some Sequence<Entry>) {
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
    /// The callback; nil for a silent case.
    public var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }

    /// What did nothing; nil for a callback.
    public var silentCase: SilentNoOp? {
        if case .silent(let silence) = self { silence.silentCase } else { nil }
    }

    /// The id of the game that the entry belongs to; nil for a silent case that names none.
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
