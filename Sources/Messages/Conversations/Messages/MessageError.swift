/// Why something couldn't be inserted, sent or made into a sticker: the framework's code, and a sentence that says what
/// was expected and what to do.
public struct MessageError: Error, Hashable, Codable, Sendable {
    /// The framework's codes, with its numbers (`MSMessageErrorCode`).
    public enum Code: Int, Hashable, Codable, Sendable, CaseIterable {
        /// What no other code says.
        case unknown = -1
        /// There is no such file.
        case fileNotFound = 1
        /// The file can't be read.
        case fileUnreadable = 2
        /// The file's kind can't be sent.
        case improperFileType = 3
        /// The url names no file.
        case improperFileURL = 4
        /// A sticker's file isn't as the framework wants it.
        case stickerFileImproperFileAttributes = 5
        /// A sticker's file is too large.
        case stickerFileImproperFileSize = 6
        /// A sticker is no PNG, APNG, GIF or JPEG.
        case stickerFileImproperFileFormat = 7
        /// The message's url has too many characters.
        case urlExceedsMaxSize = 8
        /// A send takes a touch shortly before it.
        case sendWithoutRecentInteraction = 9
        /// A send takes a view that is on screen.
        case sendWhileNotVisible = 10
        /// This can't be done where the game was opened.
        case apiUnavailableInPresentationContext = 11
    }

    /// What went wrong, for scripts and programs.
    public let code: Code
    /// The sentence for people, without the code's name.
    public let message: String

    /// An error with a sentence of the caller's: what was expected, what was found, and what to do.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code's name as scripts see it: `url_exceeds_max_size`.
    public var name: String { code.name }
}

extension MessageError: CustomStringConvertible {
    /// The code's name and the sentence: `send_while_not_visible: expected …`.
    public var description: String { "\(code.name): \(message)" }
}

extension MessageError.Code {
    /// The code's name as scripts see it: `url_exceeds_max_size`.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .fileNotFound: "file_not_found"
        case .fileUnreadable: "file_unreadable"
        case .improperFileType: "improper_file_type"
        case .improperFileURL: "improper_file_url"
        case .stickerFileImproperFileAttributes: "sticker_file_improper_file_attributes"
        case .stickerFileImproperFileSize: "sticker_file_improper_file_size"
        case .stickerFileImproperFileFormat: "sticker_file_improper_file_format"
        case .urlExceedsMaxSize: "url_exceeds_max_size"
        case .sendWithoutRecentInteraction: "send_without_recent_interaction"
        case .sendWhileNotVisible: "send_while_not_visible"
        case .apiUnavailableInPresentationContext: "api_unavailable_in_presentation_context"
        }
    }
}

// The sentences, in one place.
extension MessageError {
    /// A failure the model knows nothing of, such as a network that gave up.
    public static func unknown(_ reason: String) -> MessageError {
        MessageError(.unknown, reason)
    }

    static func fileNotFound(_ url: String) -> MessageError {
        MessageError(.fileNotFound, "expected a file at \(quoted(url)), found none; check the name and its capitals")
    }

    static func attachmentTooLarge(_ url: String, _ bytes: Int) -> MessageError {
        MessageError(
            .fileUnreadable,
            "expected \(quoted(url)) to have at most \(Attachment.byteLimit) bytes, found \(bytes); use a smaller file")
    }

    static func fileUnreadable(_ url: String) -> MessageError {
        MessageError(.fileUnreadable, "expected to read \(quoted(url)), but it can't be read; check its permissions")
    }

    static func improperFileType(_ url: String) -> MessageError {
        MessageError(.improperFileType, "expected a file at \(quoted(url)), found a folder; name a file in it")
    }

    static func improperFileURL(_ url: String) -> MessageError {
        MessageError(
            .improperFileURL,
            "expected a path or a file: url, found \(quoted(url)); only files of this device can be attached")
    }

    /// A sticker is made from the url of a file, and one that leads nowhere is no such url.
    static func stickerMissing(_ url: String) -> MessageError {
        MessageError(
            .improperFileURL, "expected a sticker at \(quoted(url)), found no file; check the name and its capitals")
    }

    static func stickerWithoutAttributes(_ url: String) -> MessageError {
        MessageError(
            .stickerFileImproperFileAttributes,
            "expected to read the size and kind of \(quoted(url)), but they can't be read; give a plain file")
    }

    static func stickerLabelTooLong(length: Int) -> MessageError {
        MessageError(
            .stickerFileImproperFileAttributes,
            "expected a sticker's label of at most \(Sticker.labelLimit) characters, found \(length); shorten it")
    }

    static func stickerSize(_ bytes: Int) -> MessageError {
        MessageError(
            .stickerFileImproperFileSize,
            "expected a sticker of 1 to \(Sticker.byteLimit) bytes, found \(bytes); "
                + (bytes == 0 ? "the file is empty" : "make the picture smaller"))
    }

    static func stickerFormat(_ url: String) -> MessageError {
        MessageError(
            .stickerFileImproperFileFormat,
            "expected a PNG, APNG, GIF or JPEG in \(quoted(url)), found other bytes; save the picture as one of these")
    }

    static func urlTooLong(length: Int, limit: Int) -> MessageError {
        MessageError(
            .urlExceedsMaxSize,
            "expected a url of at most \(limit) characters, found \(length); put less into the message")
    }

    static let withoutTouch = MessageError(
        .sendWithoutRecentInteraction,
        "expected a touch in the game since it was opened or last sent something, found none; "
            + "send when the player taps, or insert instead")

    static let notVisible = MessageError(
        .sendWhileNotVisible,
        "expected the game to be on screen, but it isn't; send after view_did_appear, or insert instead")

    /// The error (11) for what a camera or a call doesn't take: for what can't be inserted there.
    public static func unavailable(_ post: Post, in context: PresentationContext) -> MessageError {
        MessageError(
            .apiUnavailableInPresentationContext,
            "expected a sticker or a picture in the presentation context \"\(context)\", found \(post.noun); "
                + "open the game in a conversation for that")
    }

    /// What a script or a file gave, short enough for a sentence, without line breaks and what can't be seen.
    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let short = scalars.prefix(80).map { isSeen($0) ? Character($0) : " " }
        return "\"" + String(short) + (scalars.dropFirst(80).isEmpty ? "" : "…") + "\""
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
