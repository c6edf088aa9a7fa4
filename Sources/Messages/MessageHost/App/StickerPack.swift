import Conversations
import Foundation
import MatchSessions

/// The stickers that a game brings along: the pictures in its folder `stickers`, which people put on a conversation.
///
/// The folder also holds `labels.txt`, which says what each picture shows, one `file: label` a line; empty lines and lines
/// that begin with `#` don't count. A file's bytes are read when it is drawn or inserted, and kept until
/// ``release()``.
///
/// ```swift
/// let pack = StickerPack(folder: game.appendingPathComponent("stickers"))
/// let labels = pack.entries.map(\.label)
/// let sticker = try pack.sticker("cheer.png", size: .small)
/// ```
public final class StickerPack {
    /// One sticker, as it stands in a browser.
    public struct Entry: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// What it shows, for those who don't see it.
        public let label: String
    }

    /// The most stickers of a game; later ones, by name, are left out.
    public static let mostStickers = 100
    /// How much is kept at once, in bytes. What was loaded before is let go when more is needed.
    public static let capacity = 8 << 20
    static let largestLabels = 64 << 10
    static let labelsFile = "labels.txt"

    private let place: Place?
    private lazy var listing = Listing(of: place)
    private var loaded: [String: Data] = [:]

    /// A part of a game's folder. It may be no link, though the way to the game's own folder may go through some.
    struct Place {
        let game: URL
        let part: String

        func file(_ name: String) -> LocalFile {
            LocalFile(name, in: part, of: game, atMost: Sticker.byteLimit)
        }
    }

    /// - Parameter folder: Where the pictures are; nil, a folder that isn't there, or a link to one, is a pack without stickers.
    public init(folder: URL?) {
        place = folder.map { Place(game: $0.deletingLastPathComponent(), part: $0.lastPathComponent) }
    }

    /// What can be inserted, by name. Only names, sizes and labels are read for it.
    public var entries: [Entry] { listing.entries }

    /// What is wrong with files and labels, as far as can be told without reading the pictures.
    public var problems: [StickerProblem] { listing.problems }

    /// Reads every picture once and says all that is wrong; keeps none.
    public func check() -> [StickerProblem] {
        problems
            + entries.compactMap { entry in
                do throws(MessageError) {
                    _ = try Sticker(file: file(entry.name), label: entry.label)
                    return nil
                } catch {
                    return .file(entry.name, error)
                }
            }
    }

    /// A sticker, read from its file unless it is loaded.
    ///
    /// - Parameter label: Another label than the listed one.
    /// - Throws: ``MessageError`` with one of the codes 1 to 7.
    public func sticker(
        _ name: String, label: String? = nil, size: Sticker.Size = .regular
    ) throws(MessageError) -> Sticker {
        let label = label ?? entries.first { $0.name == name }?.label ?? ""
        if let data = loaded[name] {
            return try Sticker(file: LocalFile(url: name, contents: .bytes(data)), label: label, size: size)
        }
        let sticker = try Sticker(file: file(name), label: label, size: size)
        if loadedBytes + sticker.data.count > Self.capacity { release() }
        loaded[name] = sticker.data
        return sticker
    }

    private func file(_ name: String) -> LocalFile {
        place?.file(name) ?? LocalFile(url: name, contents: .missing)
    }

    /// How many bytes of pictures are loaded.
    package var loadedBytes: Int { loaded.values.reduce(0) { $0 + $1.count } }

    /// Lets go of all that is loaded. It is read again when it is needed.
    public func release() { loaded = [:] }
}

/// What is wrong with a sticker's file or with a line of `labels.txt`.
public enum StickerProblem: Hashable, Sendable {
    /// The file can't be used.
    case file(String, MessageError)
    /// A name that isn't made of letters, digits, `_`, `-` and `.`: scripts can't say it.
    case name(String)
    /// A file without a label, which is what is read out.
    case noLabel(String)
    /// The label of this file is too long.
    case labelTooLong(String, line: Int)
    /// A line that isn't `file: label`.
    case line(Int)
    /// A label for a file that isn't there, or a second one for the same.
    case unknownFile(String, line: Int)
    /// This file has a label already.
    case secondLabel(String, line: Int)
    /// The labels can't be read, and why.
    case labels(String)
    /// So many stickers, which are too many.
    case tooMany(Int)
}

extension StickerProblem: CustomStringConvertible {
    /// One line: the file, what was expected and found, and what to do.
    public var description: String {
        switch self {
        case .file(let name, let error): "stickers/\(name): \(error)"
        case .name(let name):
            "stickers/\(name.onOneLine): expected a name of letters, digits, _, - and ., not beginning with a dot; rename it"
        case .noLabel(let name):
            "stickers/\(name): expected a label, found none; add the line '\(name): what it shows' to labels.txt"
        case .labelTooLong(let name, let line):
            "stickers/labels.txt:\(line): expected a label of at most \(Sticker.labelLimit) characters for \(name), "
                + "found more; shorten it"
        case .line(let line): "stickers/labels.txt:\(line): expected 'file: label'; put a colon after the file's name"
        case .unknownFile(let name, let line):
            "stickers/labels.txt:\(line): expected the name of a picture in this folder, found \(name.excerpt)"
        case .secondLabel(let name, let line):
            "stickers/labels.txt:\(line): expected one label for \(name), found a second; remove one"
        case .labels(let reason): "stickers/labels.txt: \(reason)"
        case .tooMany(let count):
            "stickers: expected at most \(StickerPack.mostStickers) pictures, found \(count); remove some"
        }
    }
}
