import FileAccess
import GameApps
import GameRules
import MatchSessions
import Scenes
import Values

/// The pictures in a game's folder, and the pictures that its script names. The folder `stickers`
/// has the pictures that hooks and people insert, and the folder `assets` those that scenes show.
/// The files are checked here because the games that a check plays may not show all of them.
///
/// In the script only literal names are found. A name that the script composes while the game runs
/// is checked when a scene shows the picture.
struct PictureFiles {
    /// The most pictures of `assets` that are checked, in the order of their names.
    private static let mostAssets = 100
    /// The most levels of folders within `assets`.
    private static let deepest = 4

    let subject: GameUnderTest

    /// Returns the first problem as a sentence, with the number of further problems; nil if there
    /// is no problem.
    func finding() -> Finding? {
        guard let folder = subject.script.folder.url else { return nil }
        let stickers = StickerPack(folder: folder.appendingPathComponent("stickers"))
        let all = stickers.check().map { Problem("\($0)") } + missing(stickers) + assets(in: FolderReader(folder))
        guard let first = all.first else { return nil }
        let more = all.count > 1 ? " And \(counted(all.count - 1, "more such picture"))." : ""
        var finding = Finding(.l4, first.sentence + more, place: first.place)
        finding.mend = "Repair the file, add it, or remove it from the script and the folder."
        return finding
    }

    private struct Problem {
        let sentence: String
        var place: String?

        init(_ sentence: some StringProtocol, place: String? = nil) {
            self.sentence = sentence.hasSuffix(".") ? String(sentence) : sentence + "."
            self.place = place
        }
    }

    // MARK: Names in the script

    /// Returns problems for the stickers and pictures that the script names but that don't exist.
    private func missing(_ stickers: StickerPack) -> [Problem] {
        let entries = Set(stickers.entries.map(\.name))
        return named.compactMap { kind, name, place in
            switch kind {
            case .sticker where !entries.contains(name):
                Problem(
                    "The script names the sticker \(name.excerpt), but stickers/\(name.excerpt) isn't one.",
                    place: place)
            case .asset:
                subject.fault(ofAsset: name).map {
                    Problem(
                        "The script names the picture \(name.excerpt), but assets/\(name.excerpt) \($0).", place: place)
                }
            case .sticker: nil
            }
        }
    }

    private enum Kind: Hashable { case sticker, asset }

    /// The names in the script, each once, with its file and line.
    private var named: [(kind: Kind, name: String, place: String)] {
        var found: [(Kind, String, String)] = []
        var seen: [Kind: Set<String>] = [:]
        for (file, source) in subject.script.folder.files.sorted(by: { $0.key < $1.key }) {
            for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                for (call, kind) in [("parlor.sticker", Kind.sticker), ("scene.image", .asset)] {
                    guard let name = Self.name(behind: call, in: line),
                        seen[kind, default: []].insert(name).inserted
                    else { continue }
                    found.append((kind, name, "\(file.onOneLine):\(index + 1)"))
                }
            }
        }
        return found
    }

    /// Returns the literal that is the first argument of a call in a line, such as `cheer.png` in
    /// `parlor.sticker("cheer.png", …)`. Returns nil if there is no such call, or if the literal is
    /// only a part of the name.
    private static func name(behind call: String, in line: Substring) -> String? {
        guard let place = line.firstRange(of: call), !line[..<place.lowerBound].contains("--") else { return nil }
        var rest = line[place.upperBound...].drop { $0 == " " || $0 == "(" }
        guard let quote = rest.popFirst(), quote == "\"" || quote == "'", let end = rest.firstIndex(of: quote) else {
            return nil
        }
        let name = rest[..<end]
        let behind = rest[rest.index(after: end)...].drop { $0 == " " }
        return name.contains("\\") || behind.hasPrefix("..") ? nil : String(name)
    }

    // MARK: Files in the folder

    /// Returns problems for the files that have the name of a picture but aren't valid pictures,
    /// whether the script shows them or not.
    private func assets(in reader: FolderReader) -> [Problem] {
        pictures(in: "", reader, depth: 0).prefix(Self.mostAssets).compactMap { name in
            subject.fault(ofAsset: name).map { Problem("The picture assets/\(name.excerpt) \($0).") }
        }
    }

    private func pictures(in folder: String, _ reader: FolderReader, depth: Int) -> [String] {
        guard depth < Self.deepest,
            let names = try? reader.names(in: "assets" + (folder.isEmpty ? "" : "/" + folder), atMost: 1000)
        else { return [] }
        return names.flatMap { name -> [String] in
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let isPicture = [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
            return isPicture ? [path] : name.hasPrefix(".") ? [] : pictures(in: path, reader, depth: depth + 1)
        }
    }
}
