import Conversations
import FileAccess
import Foundation
import GameRules
import MatchSessions

/// The stickers of a game: the pictures in its folder `stickers`, which people put on a
/// conversation.
///
/// The folder also holds `labels.txt`, which describes each picture in a line `file: label`. Empty
/// lines and lines that start with `#` are skipped. The bytes of a picture are read when the
/// sticker is drawn or inserted, and cached until ``release()``.
///
/// ```swift
/// let pack = StickerPack(folder: game.appendingPathComponent("stickers"))
/// let labels = pack.entries.map(\.label)
/// let sticker = try pack.sticker("cheer.png", size: .small)
/// ```
public final class StickerPack {
    /// A sticker as a browser lists it.
    public struct Entry: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// A description of the picture, for people who can't see it.
        public let label: String
    }

    /// The most stickers of a game. If the folder has more, those whose names sort last are left
    /// out.
    public static let mostStickers = 100
    /// The most bytes of pictures in the cache. The cache is emptied when a picture doesn't fit.
    public static let capacity = 8 << 20
    static let largestLabels = 64 << 10
    static let labelsFile = "labels.txt"

    private let place: Place?
    private lazy var listing = Listing(of: place)
    private var loaded: [String: Data] = [:]

    /// A folder within a game's folder. The folder itself can't be a link, but the path of the
    /// game's folder may contain links.
    struct Place {
        let game: URL
        let part: String

        func file(_ name: String) -> LocalFile {
            LocalFile(name, in: part, of: game, atMost: Sticker.byteLimit)
        }
    }

    /// - Parameter folder: The folder of the pictures. With nil, a missing folder, or a link to a
    ///   folder, the pack has no stickers.
    public init(folder: URL?) {
        place = folder.map { Place(game: $0.deletingLastPathComponent(), part: $0.lastPathComponent) }
    }

    /// The stickers, sorted by name. Only names, sizes and labels are read for the list.
    public var entries: [Entry] { listing.entries }

    /// The problems of files and labels that can be found without reading the pictures.
    public var problems: [StickerProblem] { listing.problems }

    /// Reads every picture once and returns all problems. Caches no picture.
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

    /// Returns a sticker from the cache, or reads its file.
    ///
    /// - Parameter label: A label to use instead of the listed one.
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

    /// The bytes of cached pictures.
    package var loadedBytes: Int { loaded.values.reduce(0) { $0 + $1.count } }

    /// Empties the cache. Pictures are read again when needed.
    public func release() { loaded = [:] }
}

/// A problem of a sticker's file or of a line of `labels.txt`.
public enum StickerProblem: Hashable, Sendable {
    /// The file can't be used.
    case file(String, MessageError)
    /// A name with characters other than letters, digits, `_`, `-` and `.`. Scripts can't use such a
    /// name.
    case name(String)
    /// A file without a label. Every file needs a label, because screen readers read it aloud.
    case noLabel(String)
    /// The label of this file is too long.
    case labelTooLong(String, line: Int)
    /// A line that isn't `file: label`.
    case line(Int)
    /// A label for a file that doesn't exist.
    case unknownFile(String, line: Int)
    /// A second label for this file.
    case secondLabel(String, line: Int)
    /// The labels can't be read, for this reason.
    case labels(String)
    /// The number of stickers, which is over the limit.
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
    /// The contents of a folder, without the pictures' bytes.
    struct Listing {
        private(set) var entries: [Entry] = []
        private(set) var problems: [StickerProblem] = []

        /// The most files that are listed. A folder with more files counts as a pack without
        /// stickers.
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

        /// Checks a file by its size and kind. Throws the error that reading the file would throw.
        private static func check(
            _ name: String, of place: Place, _ reader: FolderReader
        ) throws(MessageError) {
            let size = try? reader.size(of: "\(place.part)/\(name)")
            if let size, (1...Sticker.byteLimit).contains(size) { return }
            _ = try Sticker(file: place.file(name), label: "")
        }

        /// Returns whether `parlor.sticker` accepts the name.
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
    /// Reads a file directly in a folder of a game. Because a stranger may have made the game, the
    /// name can't lead out of the folder, and no part of the path may be a link.
    ///
    /// - Parameters:
    ///   - name: The file's name, from the script or the person.
    ///   - part: `stickers` or `assets`.
    ///   - game: The game's folder, or nil if the game has none.
    ///   - limit: The most bytes. For a larger file only the size is returned.
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
            // a pipe or a device isn't read, because that could block forever
            case .noFile: return reader.isFolder(path) ? .folder : .withoutAttributes
            }
        }
    }

    /// Returns whether the name is a single path component and not hidden.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.contains("\0") && !name.hasPrefix(".")
    }
}
