import Foundation

/// A message of a game: a url with the data, and its look in a transcript.
///
/// A message is a value. Staging or sending copies the message, so later changes to the original
/// have no effect.
///
/// Two messages are equal if they have the same url, session, layout, texts, expiry and sender. The
/// host's bookkeeping (``id``, ``isPending``, ``error``) isn't compared. A staged message therefore
/// equals the same message after it was sent. If the person taps a bubble whose message equals the
/// selected message, the selection doesn't change.
public struct Message: Sendable {
    /// The host's id for this message.
    public let id: MessageID
    /// The data, with the scheme http, https or data, or without a scheme. See ``setURL(_:)``.
    public private(set) var url: String?
    /// The session of the message. A message replaces the bubble of the previous message in its
    /// session. A message without a session replaces no bubble, and its own bubble stays.
    public let session: Session?
    /// The look in a transcript, or nil if the script gave no layout.
    public var layout: Layout?
    /// The line that stays in the place of this message after a later message of the session has
    /// replaced its bubble.
    public var summaryText: String?
    /// The text that a screen reader reads for the bubble, or nil if the script gave none.
    public var accessibilityLabel: String?
    /// Whether the message disappears after it was read.
    public var shouldExpire: Bool
    /// The sender, as this game on this device knows them. Nil until the message is staged.
    public internal(set) var senderParticipant: Participant?
    /// Whether the message still waits to be sent.
    public internal(set) var isPending: Bool
    /// The reason why sending failed. It is set without a callback.
    public internal(set) var error: MessageError?

    /// Creates a message. A `url` with a scheme that isn't allowed is dropped; see ``setURL(_:)``.
    ///
    /// A host sets the sender, `isPending` and `error` when it restores a message from its store.
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

    /// Sets the url, or keeps the old url if the scheme of the new url isn't allowed.
    ///
    /// The length is checked when the message is inserted or sent, not here.
    ///
    /// - Returns: ``SilentNoOp/wrongURLScheme`` for the event log if nothing was set. The author
    ///   sees no error.
    @discardableResult
    public mutating func setURL(_ newURL: String?) -> SilentNoOp? {
        if let newURL, !MessageURL.isAcceptable(newURL) { return .wrongURLScheme }
        url = newURL
        return nil
    }

    /// The picture of the layout, or of a live layout's alternate.
    public var image: Data? { layout?.template.image }

    /// Returns the message as a receiver's script sees it: url, session, sender, expiry, and the
    /// picture and media of its layout. All texts are nil, because only the transcript shows them.
    package func sanitised() -> Message {
        var copy = self
        copy.summaryText = nil
        copy.accessibilityLabel = nil
        copy.layout = layout?.mapTemplate { TemplateLayout(image: $0.image, mediaFileURL: $0.mediaFileURL) }
        return copy
    }

    /// Returns this message as staged in its sender's draft field.
    func staged(by sender: Participant) -> Message {
        var copy = self
        copy.senderParticipant = sender
        copy.isPending = true
        copy.error = nil
        return copy
    }

    /// Returns this message as sent or received.
    func sent(by sender: Participant) -> Message {
        var copy = staged(by: sender)
        copy.isPending = false
        return copy
    }

    /// Returns whether both messages belong to the same session. A message without a session
    /// belongs to none.
    func sharesSession(with other: Message?) -> Bool {
        session != nil && session == other?.session
    }
}

extension Message: Hashable {
    /// Returns whether both messages are equal. ``id``, ``isPending`` and ``error`` aren't
    /// compared.
    public static func == (one: Message, other: Message) -> Bool {
        one.url == other.url && one.session == other.session && one.layout == other.layout
            && one.summaryText == other.summaryText && one.accessibilityLabel == other.accessibilityLabel
            && one.shouldExpire == other.shouldExpire && one.senderParticipant == other.senderParticipant
    }

    /// Hashes the url, session, summary and sender. Equality compares these and further properties.
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

    /// - Throws: `DecodingError`, for example for a url with a scheme that isn't allowed. Without
    ///   this error the url would be dropped silently.
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

    /// Writes an object with a key for each property. Nil values are left out.
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

/// The host's id for a message, the same on every device that receives the message. Scripts don't
/// see the id; the event log shows it.
///
/// The host chooses the id when it creates the message, because this module has no clock and no
/// random numbers. A message that is sent twice keeps its id; ``TranscriptItem/ID`` distinguishes
/// its places in a transcript.
public struct MessageID: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The id that the host chose. It may contain any characters; logs use the description.
    public let string: String

    /// Creates an id that the host chose, or that came with a message.
    public init(_ string: String) {
        self.string = string
    }

    /// Creates an id from a literal: `"m1"` is the id `m1`.
    public init(stringLiteral value: String) {
        string = value
    }
}

extension MessageID: CustomStringConvertible {
    /// The id as one word of at most 40 characters. Ids come from other devices, and an id with a
    /// line break could otherwise add lines to a log.
    public var description: String {
        let word = string.unicodeScalars.prefix(40).map { (33...126).contains($0.value) ? Character($0) : "?" }
        return word.isEmpty ? "?" : String(word)
    }
}

/// The rules for the url of a message. The url is the only part of a message that is certain to
/// reach the receiver.
package enum MessageURL {
    /// The allowed schemes of a url. A url without a scheme is allowed, too.
    package static let schemes: Set<String> = ["http", "https", "data"]

    /// Returns whether a message accepts this url: the url has no scheme, or its scheme is one of
    /// `schemes` in upper or lower case.
    ///
    /// The text before a colon is a scheme unless a `/`, `?` or `#` precedes the colon (RFC 3986
    /// §3.1 and §4.2). A url whose text before the colon can't be a scheme has no meaning, and is
    /// rejected, too.
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

    /// Returns the length that ``HostProfile/urlLimit`` limits, in UTF-16 units. A well-formed url
    /// is ASCII, so this is its number of characters.
    package static func length(of url: String) -> Int {
        url.utf16.count
    }

    /// Throws `url_exceeds_max_size` (8) if the url is longer than `limit`.
    package static func check(_ url: String, limit: Int) throws(MessageError) {
        let length = length(of: url)
        guard length <= limit else { throw .urlTooLong(length: length, limit: limit) }
    }
}

/// The session of messages that share one bubble: the bubble of a message replaces the bubble of
/// the previous message in the same session.
///
/// A session is sent with its message. Sessions with the same id are equal.
public struct Session: Hashable, Sendable, CustomStringConvertible {
    /// The id by which sessions are compared.
    public let uuid: UUID

    /// Creates the session with this id. A new id starts a new bubble.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}
