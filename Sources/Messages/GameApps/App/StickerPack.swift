import Conversations
import FileAccess
import Foundation
import GameRules
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

extension StickerPack {
    /// What a folder holds, without the pictures' bytes.
    struct Listing {
        private(set) var entries: [Entry] = []
        private(set) var problems: [StickerProblem] = []

        /// More files than this aren't even counted.
        private static let mostFiles = 1000

        init(of place: Place?) {
            guard let place else { return }
            let reader = FolderReader(place.game)
            let found: [String]
            do throws(FolderReader.Failure) {
                found = try reader.names(in: place.part, atMost: Self.mostFiles)
            } catch {
                if case .tooMany(let limit) = error { problems.append(.tooMany(limit + 1)) }
                return
            }
            let names = found.filter { $0 != StickerPack.labelsFile && !$0.hasPrefix(".") }.sorted()
            var labels = readLabels(of: place, reader, names: Set(names))
            if names.count > StickerPack.mostStickers { problems.append(.tooMany(names.count)) }
            for name in names.prefix(StickerPack.mostStickers) {
                guard Self.isName(name) else {
                    problems.append(.name(name))
                    continue
                }
                do throws(MessageError) {
                    try Self.check(name, of: place, reader)
                } catch {
                    problems.append(.file(name, error))
                    continue
                }
                let label = labels.removeValue(forKey: name)
                if label == nil { problems.append(.noLabel(name)) }
                entries.append(Entry(name: name, label: label ?? ""))
            }
        }

        /// What can be told by the size and the kind of a file; the same error as when it is read.
        private static func check(
            _ name: String, of place: Place, _ reader: FolderReader
        ) throws(MessageError) {
            let size = try? reader.size(of: "\(place.part)/\(name)")
            if let size, (1...Sticker.byteLimit).contains(size) { return }
            _ = try Sticker(file: place.file(name), label: "")
        }

        /// As `parlor.sticker` takes it.
        private static func isName(_ name: String) -> Bool {
            guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
            return name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        }

        private mutating func readLabels(
            of place: Place, _ reader: FolderReader, names: Set<String>
        ) -> [String: String] {
            let text: String
            do throws(FolderReader.Failure) {
                text = try reader.text(
                    of: "\(place.part)/\(StickerPack.labelsFile)", atMost: StickerPack.largestLabels)
            } catch {
                switch error {
                case .missing: break
                case .notUTF8: problems.append(.labels("expected UTF-8 text; save it as that"))
                default: problems.append(.labels("expected a file of at most \(StickerPack.largestLabels) bytes"))
                }
                return [:]
            }
            var labels: [String: String] = [:]
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                if line.isEmpty || line.hasPrefix("#") { continue }
                read(line, number: index + 1, names: names, into: &labels)
            }
            return labels
        }

        private mutating func read(
            _ line: String, number: Int, names: Set<String>, into labels: inout [String: String]
        ) {
            guard let colon = line.firstIndex(of: ":") else { return problems.append(.line(number)) }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces)
            let label = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            if name.isEmpty || label.isEmpty {
                problems.append(.line(number))
            } else if !names.contains(name) {
                problems.append(.unknownFile(name, line: number))
            } else if labels[name] != nil {
                problems.append(.secondLabel(name, line: number))
            } else if label.utf16.count > Sticker.labelLimit {
                problems.append(.labelTooLong(name, line: number))
            } else {
                labels[name] = label
            }
        }
    }
}

extension LocalFile {
    /// A file that lies directly in a part of a game's folder. Its name can't lead out of there, and no step is a link: a game
    /// is a stranger's.
    ///
    /// - Parameters:
    ///   - name: The file's name, as the script or the person gave it.
    ///   - part: `stickers` or `assets`.
    ///   - game: The game's folder; nil for a game that has none.
    ///   - limit: Of a larger file only the size is told.
    init(_ name: String, in part: String, of game: URL?, atMost limit: Int) {
        self.init(url: name, contents: Self.contents(of: name, in: part, of: game, atMost: limit))
    }

    private static func contents(of name: String, in part: String, of game: URL?, atMost limit: Int) -> Contents {
        guard let game, isPlain(name) else { return .missing }
        let (reader, path) = (FolderReader(game), "\(part)/\(name)")
        do throws(FolderReader.Failure) {
            return .bytes(Data(try reader.bytes(of: path, atMost: limit)))
        } catch {
            switch error {
            case .missing, .noFolder, .link, .nameNotUTF8, .notUTF8, .tooMany: return .missing
            case .unreadable: return .unreadable
            case .tooLarge(let bytes, _): return .tooLarge(bytes: bytes)
            // reading a pipe or a device could wait for ever
            case .noFile: return reader.isFolder(path) ? .folder : .withoutAttributes
            }
        }
    }

    /// One name, and not a hidden one.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.contains("\0") && !name.hasPrefix(".")
    }
}
