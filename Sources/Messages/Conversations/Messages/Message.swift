import Foundation

/// What a game sends: a url with the data, and how it looks in a transcript.
///
/// A message is a value. What was staged or sent is the copy made at that moment; changing yours changes nothing there.
///
/// Two messages are equal if they say the same: url, session, layout, texts, expiry and sender. The host's bookkeeping
/// (``id``, ``isPending``, ``error``) doesn't count, so a message equals itself after it was sent, and a bubble that
/// says what the selected message says is no other selection.
public struct Message: Sendable {
    /// The host's name for this message.
    public let id: MessageID
    /// The data: http, https, data or without a scheme. See ``setURL(_:)``.
    public private(set) var url: String?
    /// What it shares with other messages of its bubble; nil for a message that takes no bubble and whose own stays.
    public let session: Session?
    /// How it looks in a transcript; nil if the script gave no layout.
    public var layout: Layout?
    /// The line that stays in this message's place once a later one of the session has taken the bubble away.
    public var summaryText: String?
    /// What a screen reader says of the bubble; nil if the script gave nothing.
    public var accessibilityLabel: String?
    /// Whether the message goes away after it was read.
    public var shouldExpire: Bool
    /// Who sent it, as this game on this device knows them; nil until it is staged.
    public internal(set) var senderParticipant: Participant?
    /// True from creation until the message starts to be sent.
    public internal(set) var isPending: Bool
    /// Why sending failed. It is set without a callback.
    public internal(set) var error: MessageError?

    /// A message. A `url` of another scheme than the allowed ones is left out; ``setURL(_:)`` says so.
    ///
    /// Sender, pending and error are there for a host that reads a message back from its store.
    public init(
        id: MessageID, url: String? = nil, session: Session? = nil, layout: Layout? = nil, summaryText: String? = nil,
        accessibilityLabel: String? = nil, shouldExpire: Bool = false, senderParticipant: Participant? = nil,
        isPending: Bool = true, error: MessageError? = nil
    ) {
        self.id = id
        self.session = session
        self.layout = layout
        self.summaryText = summaryText
        self.accessibilityLabel = accessibilityLabel
        self.shouldExpire = shouldExpire
        self.senderParticipant = senderParticipant
        self.isPending = isPending
        self.error = error
        setURL(url)
    }

    /// Sets the url, or leaves the old one if the new one's scheme isn't allowed.
    ///
    /// The length is checked when the message is inserted or sent, not here.
    ///
    /// - Returns: ``SilentCase/wrongURLScheme`` if nothing was set, for the event log: the author sees no error.
    @discardableResult
    public mutating func setURL(_ newURL: String?) -> SilentCase? {
        if let newURL, !MessageURL.isAcceptable(newURL) { return .wrongURLScheme }
        url = newURL
        return nil
    }

    /// The picture of the layout, or of a live layout's alternate.
    public var image: Data? { layout?.template.image }

    /// The message as a receiver's script sees it: url, session, sender, expiry, and its layout's picture and media. The
    /// texts were for the transcript and come back nil.
    package func sanitised() -> Message {
        var copy = self
        copy.summaryText = nil
        copy.accessibilityLabel = nil
        copy.layout = layout?.mapTemplate { TemplateLayout(image: $0.image, mediaFileURL: $0.mediaFileURL) }
        return copy
    }

    /// This message as it lies in the draft field of the one who wrote it.
    func staged(by sender: Participant) -> Message {
        var copy = self
        copy.senderParticipant = sender
        copy.isPending = true
        copy.error = nil
        return copy
    }

    /// This message from the moment it is sent, or as it arrives.
    func sent(by sender: Participant) -> Message {
        var copy = staged(by: sender)
        copy.isPending = false
        return copy
    }

    /// Whether both belong to the same session. Messages without one belong to none.
    func sharesSession(with other: Message?) -> Bool {
        session != nil && session == other?.session
    }
}

extension Message: Hashable {
    /// Whether both say the same. ``id``, ``isPending`` and ``error`` don't count.
    public static func == (one: Message, other: Message) -> Bool {
        one.url == other.url && one.session == other.session && one.layout == other.layout
            && one.summaryText == other.summaryText && one.accessibilityLabel == other.accessibilityLabel
            && one.shouldExpire == other.shouldExpire && one.senderParticipant == other.senderParticipant
    }

    /// Takes the url, session, summary and sender: a part of what makes two messages equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(session)
        hasher.combine(summaryText)
        hasher.combine(senderParticipant)
    }
}
