import Foundation
import Parlor

/// The file that a recorded game goes to.
struct RecordTarget {
    let url: URL
    private let replaces: Bool

    /// - Parameters:
    ///   - argument: A path that ends with `.play`, or a bare name for a file among the game's playthroughs; nil for a name
    ///     after the seed.
    ///   - replaces: May a file that is there be replaced?
    /// - Throws: ``GameError/request(_:)`` for a place where nothing can be written: before the game, not after it.
    init(_ argument: String?, folder: GameFolder, seed: UInt64, replaces: Bool) throws(GameError) {
        let name = argument ?? "seed-\(seed)"
        if name.contains("/") || name.hasSuffix(".play") {
            url = URL(fileURLWithPath: name)
            guard url.pathExtension == "play" else {
                throw .request("A playthrough's name ends with .play, so that it is found; not '\(SafeText(name))'.")
            }
        } else {
            guard let place = folder.url, !name.isEmpty, !name.hasPrefix(".") else {
                throw .request(
                    "'\(SafeText(name))' can't be a playthrough's name. Example: parlor record nim three-sticks")
            }
            url = place.appendingPathComponent("playthroughs/\(name).play")
        }
        self.replaces = replaces
        if FileManager.default.fileExists(atPath: url.path) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            if isFolder.boolValue { throw .request("\(url.path) is a folder; name a file.") }
            guard replaces else { throw .request("\(url.path) is already there; --force replaces it.") }
        }
    }

    /// Writes the file, and the folder `playthroughs` if that isn't there yet.
    func write(_ text: String) throws(GameError) {
        do {
            let folder = url.deletingLastPathComponent()
            if folder.lastPathComponent == "playthroughs" {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            // also one that came while the game was played
            try Data(text.utf8).write(to: url, options: replaces ? .atomic : .withoutOverwriting)
        } catch {
            throw .request("\(url.path) can't be written: \(error.localizedDescription)")
        }
    }
}
