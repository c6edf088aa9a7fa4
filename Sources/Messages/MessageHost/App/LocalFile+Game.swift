import Conversations
import FileAccess
import Foundation
import GameRules
import MatchSessions

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
