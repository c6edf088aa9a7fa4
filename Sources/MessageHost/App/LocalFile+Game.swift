import Conversations
import Foundation

extension LocalFile {
    /// A file that lies directly in a folder of the game. Its name can't lead out of there, and neither can a link.
    ///
    /// - Parameters:
    ///   - name: The file's name, as the script or the person gave it.
    ///   - folder: `stickers` or `assets`; nil for a game that has no folder.
    init(_ name: String, in folder: URL?) {
        self.init(url: name, contents: Self.contents(of: name, in: folder))
    }

    private static func contents(of name: String, in folder: URL?) -> Contents {
        guard let folder, let size = size(of: name, in: folder) else { return .missing }
        switch size {
        case .folder: return .folder
        case .other: return .withoutAttributes
        case .bytes:
            let url = folder.appendingPathComponent(name)
            // Mapped: a huge file is refused by its size without being read.
            guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return .unreadable }
            return .bytes(data)
        }
    }

    /// What stands under a name, as far as can be told without reading it.
    enum Size: Equatable {
        case folder
        /// A pipe or a device: reading it could wait for ever.
        case other
        case bytes(Int)
    }

    /// Nil if there is nothing, or a link that leads out of the folder.
    static func size(of name: String, in folder: URL) -> Size? {
        guard !name.isEmpty, !name.contains("/"), !name.contains("\0"), !name.hasPrefix(".") else { return nil }
        let inside = folder.standardizedFileURL.resolvingSymlinksInPath()
        let file = inside.appendingPathComponent(name).resolvingSymlinksInPath()
        guard file.deletingLastPathComponent().path == inside.path,
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        else { return nil }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: return .folder
        case .typeRegular: return (attributes[.size] as? NSNumber).map { .bytes($0.intValue) } ?? .other
        default: return .other
        }
    }
}
