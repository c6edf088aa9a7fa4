/// The reason why an insert, a send or a sticker failed: the framework's code, and a sentence that
/// says what was expected and what to do.
public struct MessageError: Error, Hashable, Codable, Sendable {
    /// The framework's codes, with the numbers of `MSMessageErrorCode`.
    public enum Code: Int, Hashable, Codable, Sendable, CaseIterable {
        /// A failure without a code of its own.
        case unknown = -1
        /// The file doesn't exist.
        case fileNotFound = 1
        /// The file can't be read.
        case fileUnreadable = 2
        /// A file of this kind can't be sent.
        case improperFileType = 3
        /// The url doesn't name a file.
        case improperFileURL = 4
        /// The attributes of a sticker's file don't meet the framework's requirements.
        case stickerFileImproperFileAttributes = 5
        /// A sticker's file is too large.
        case stickerFileImproperFileSize = 6
        /// A sticker is not a PNG, APNG, GIF or JPEG.
        case stickerFileImproperFileFormat = 7
        /// The message's url has too many characters.
        case urlExceedsMaxSize = 8
        /// A send needs a recent touch.
        case sendWithoutRecentInteraction = 9
        /// A send needs a view on screen.
        case sendWhileNotVisible = 10
        /// The call isn't available in the place where the game was opened.
        case apiUnavailableInPresentationContext = 11
    }

    /// The code, for scripts and programs.
    public let code: Code
    /// The sentence for people, without the code's name.
    public let message: String

    /// Creates an error with a sentence: what was expected, what was found, and what to do.
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

// The sentences of all errors.
extension MessageError {
    /// Returns an error for a failure outside this module, for example of a network.
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

    /// Returns the error for a missing sticker. A sticker is made from the url of a file, so a url
    /// that leads to no file is an improper url.
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

    /// Returns the error (11) for something that can't be inserted in a camera or a call.
    public static func unavailable(_ post: Post, in context: PresentationContext) -> MessageError {
        MessageError(
            .apiUnavailableInPresentationContext,
            "expected a sticker or a picture in the presentation context \"\(context)\", found \(post.noun); "
                + "open the game in a conversation for that")
    }

    /// Returns a text from a script or a file, quoted and shortened. Line breaks and invisible
    /// characters become spaces.
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
