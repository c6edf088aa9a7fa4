import Foundation
import Parlor

/// The file that a recorded game goes to.
struct RecordTarget {
    let url: URL
    private let file: WritableFile
    private let replaces: Bool
    /// May the folder be made?
    private let makesFolder: Bool

    /// - Parameters:
    ///   - argument: A path that ends with `.play`, or a bare name for a file among the game's playthroughs; nil for a name
    ///     after the seed.
    ///   - replaces: May a file that is there be replaced?
    /// - Throws: ``GameError/request(_:)`` for a place where nothing can be written: before the game, not after it.
    init(_ argument: String?, folder: GameFolder, seed: UInt64, replaces: Bool) throws(GameError) {
        let name = argument ?? "seed-\(seed)"
        if name.contains("/") || name.hasSuffix(".play") {
            url = URL(typed: name)
            guard url.pathExtension == "play" else {
                throw .request("A playthrough's name ends with .play, so that it is found; not \(quoted(name)).")
            }
            makesFolder = url.deletingLastPathComponent().lastPathComponent == "playthroughs"
            file = try WritableFile(typed: name, ownFolders: makesFolder ? 1 : 0)
        } else {
            guard let place = folder.url, !name.isEmpty, !name.hasPrefix(".") else {
                throw .request(
                    "\(quoted(name)) can't be a playthrough's name. Example: parlor record nim three-sticks")
            }
            url = place.appendingPathComponent("playthroughs/\(name).play")
            makesFolder = true
            file = try WritableFile("playthroughs/\(name).play", in: place)
        }
        self.replaces = replaces
        if try file.check(makingFolders: makesFolder), !replaces {
            throw .request("\(url.path.onOneLine) is already there; --force replaces it.")
        }
    }

    /// Writes the file, and the folder `playthroughs` if that isn't there yet.
    func write(_ text: String) throws(GameError) {
        // not over one that came while the game was played, either
        try file.write(Array(text.utf8), replacing: replaces, makingFolders: makesFolder)
    }
}
