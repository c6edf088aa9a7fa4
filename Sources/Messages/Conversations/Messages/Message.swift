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
    /// - Returns: ``SilentNoOp/wrongURLScheme`` if nothing was set, for the event log: the author sees no error.
    @discardableResult
    public mutating func setURL(_ newURL: String?) -> SilentNoOp? {
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

extension Message: Codable {
    private enum Key: CodingKey {
        case id, url, session, layout, summaryText, accessibilityLabel, shouldExpire, senderParticipant, isPending
        case error
    }

    /// - Throws: `DecodingError`, also for a url that no message takes; it would silently be left out otherwise.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let url = try container.decodeIfPresent(String.self, forKey: .url)
        if let url, !MessageURL.isAcceptable(url) {
            throw DecodingError.dataCorruptedError(
                forKey: .url, in: container,
                debugDescription: "expected a url with http, https, data or no scheme, found another one")
        }
        self.init(
            id: try container.decode(MessageID.self, forKey: .id), url: url,
            session: try container.decodeIfPresent(Session.self, forKey: .session),
            layout: try container.decodeIfPresent(Layout.self, forKey: .layout),
            summaryText: try container.decodeIfPresent(String.self, forKey: .summaryText),
            accessibilityLabel: try container.decodeIfPresent(String.self, forKey: .accessibilityLabel),
            shouldExpire: try container.decode(Bool.self, forKey: .shouldExpire),
            senderParticipant: try container.decodeIfPresent(Participant.self, forKey: .senderParticipant),
            isPending: try container.decode(Bool.self, forKey: .isPending),
            error: try container.decodeIfPresent(MessageError.self, forKey: .error))
    }

    /// Writes an object with a key for each property; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(session, forKey: .session)
        try container.encodeIfPresent(layout, forKey: .layout)
        try container.encodeIfPresent(summaryText, forKey: .summaryText)
        try container.encodeIfPresent(accessibilityLabel, forKey: .accessibilityLabel)
        try container.encode(shouldExpire, forKey: .shouldExpire)
        try container.encodeIfPresent(senderParticipant, forKey: .senderParticipant)
        try container.encode(isPending, forKey: .isPending)
        try container.encodeIfPresent(error, forKey: .error)
    }
}

/// The host's name for a message, the same on every device the message reaches. Scripts don't see it; the event log does.
///
/// The host chooses it when it makes the message: this model has no clock and rolls no dice. A message that is sent
/// twice keeps its id; the places in a transcript are told apart by ``TranscriptItem/ID``.
public struct MessageID: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The id as the host chose it. It may hold anything; logs take the description.
    public let string: String

    /// An id that the host chose, or that came with a message.
    public init(_ string: String) {
        self.string = string
    }

    /// `"m1"` is the id `m1`.
    public init(stringLiteral value: String) {
        string = value
    }
}

extension MessageID: CustomStringConvertible {
    /// The id as one word of at most 40 characters. Ids arrive from other devices, and one with a line break could
    /// write lines of its own into a log.
    public var description: String {
        let word = string.unicodeScalars.prefix(40).map { (33...126).contains($0.value) ? Character($0) : "?" }
        return word.isEmpty ? "?" : String(word)
    }
}

/// The rules for the url of a message, the only data that reaches the other side for certain.
package enum MessageURL {
    /// The schemes a url may have. It may also have none.
    package static let schemes: Set<String> = ["http", "https", "data"]

    /// Whether a message takes this url: its scheme is one of `schemes`, in any case, or it has none.
    ///
    /// What stands before a colon is a scheme unless a `/`, `?` or `#` comes first (RFC 3986 §3.1 and §4.2). Text
    /// before the colon that couldn't be a scheme is refused with the wrong ones: such a url has no meaning.
    ///
    /// ```swift
    /// MessageURL.isAcceptable("?board=x.o")          // true: no scheme
    /// MessageURL.isAcceptable("parlor://game")       // false
    /// ```
    package static func isAcceptable(_ url: String) -> Bool {
        let colon = UInt8(ascii: ":")
        let ends: Set<UInt8> = [colon, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        guard let end = url.utf8.firstIndex(where: ends.contains), url.utf8[end] == colon else { return true }
        return schemes.contains(url[..<end].lowercased())
    }

    /// The length that counts against ``HostProfile/urlLimit``, in UTF-16 units. For a well-formed url, which is ASCII,
    /// that is the number of its characters.
    package static func length(of url: String) -> Int {
        url.utf16.count
    }

    /// Throws `url_exceeds_max_size` (8) if the url is longer than `limit`.
    package static func check(_ url: String, limit: Int) throws(MessageError) {
        let length = length(of: url)
        guard length <= limit else { throw .urlTooLong(length: length, limit: limit) }
    }
}

/// What makes several messages one bubble: a message of the same session takes the place of the one before.
///
/// A session travels with its message and is compared by value: two sessions with the same id are the same session.
public struct Session: Hashable, Sendable, CustomStringConvertible {
    /// The id by which sessions are compared.
    public let uuid: UUID

    /// The session with this id: a new id begins a new bubble.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}
