/// The history of a device's instances, in order. It only grows.
///
/// Its text has one line per entry: instance, style, selected message, callback, message. A `-`
/// marks a missing value:
///
/// ```text
/// main1 compact - did_become_active -
/// main1 compact - did_receive m2
/// - - - ~ arrival while inactive m3
/// ```
///
/// A `~` marks a call that silently did nothing. If the log has several games, their names precede
/// the instances.
public struct LifecycleLog: Sendable {
    /// An entry: a callback of an instance, or a call that silently did nothing.
    public enum Entry: Sendable {
        /// A callback.
        case event(Event)
        /// A call that silently did nothing.
        case silent(Silence)
    }

    /// A call that silently did nothing, with its context.
    public struct Silence: Sendable {
        /// The reason why nothing happened.
        public let silentCase: SilentNoOp
        /// The id of the game, or nil if neither a game nor an instance is known.
        public let game: String?
        /// The instance, or nil if none was involved, for example when a message arrives while the
        /// game is closed.
        public let instance: InstanceID?
        /// The style of the instance at that moment. Nil if it isn't known, for example if the
        /// instance has ended.
        public let style: PresentationStyle?
        /// The instance's selected message, or nil if no message is selected or the selection isn't
        /// known.
        public let selectedMessage: MessageID?
        /// The message involved, or nil.
        public let message: MessageID?

        /// Creates a silent case with its known context. Without `game`, the case belongs to the
        /// instance's game.
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

    /// All entries, the oldest first.
    public private(set) var entries: [Entry] = []

    package init() {}

    package mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    package mutating func append(contentsOf more: some Sequence<Entry>) {
        entries.append(contentsOf: more)
    }

    /// Returns the text of all entries, or of the entries of one game.
    public func text(of game: String? = nil) -> String {
        let shown = entries.filter { game == nil || $0.game == game }
        let showsGame = Set(shown.compactMap(\.game)).count > 1
        return shown.map { ($0.game.map { showsGame ? $0 + "/" : "" } ?? "") + $0.description }.joined(separator: "\n")
    }
}

extension LifecycleLog.Entry: CustomStringConvertible {
    /// The callback; nil for a silent case.
    public var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }

    /// The silent case; nil for a callback.
    public var silentCase: SilentNoOp? {
        if case .silent(let silence) = self { silence.silentCase } else { nil }
    }

    /// The id of the entry's game, or nil for a silent case without a game.
    public var game: String? {
        switch self {
        case .event(let event): event.instance.game
        case .silent(let silence): silence.game
        }
    }

    /// The line of the entry, without its game.
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
