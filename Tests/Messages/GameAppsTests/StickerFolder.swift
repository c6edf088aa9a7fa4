import Conversations
import Foundation

/// A game's folder with good and bad stickers; the test deletes it.
struct StickerFolder {
    /// The game's folder.
    let url: URL
    private let root: URL

    /// The first bytes of a PNG and of a GIF. The files are never drawn.
    static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    static let gif = Data("GIF89a".utf8)

    init(labels: String = "# what they show\n\ndot.png: A dot\n wave.gif :  A hand: it waves \n") throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        url = root.appendingPathComponent("witness")
        let stickers = url.appendingPathComponent("stickers")
        try FileManager.default.createDirectory(
            at: stickers.appendingPathComponent("sub.png"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("assets"), withIntermediateDirectories: true)
        let files = [
            "labels.txt": Data(labels.utf8), "dot.png": Self.png + Data(count: 92), "wave.gif": Self.gif,
            "label.png": Self.png, "empty.png": Data(), "huge.png": Self.png + Data(count: Sticker.byteLimit),
            "text.png": Data("not a picture".utf8), "two words.png": Self.png,
        ]
        for (name, data) in files { try data.write(to: stickers.appendingPathComponent(name)) }
        try Self.png.write(to: url.appendingPathComponent("secret.png"))
        try FileManager.default.createSymbolicLink(
            at: stickers.appendingPathComponent("out.png"), withDestinationURL: url.appendingPathComponent("secret.png")
        )
        try Data("a note".utf8).write(to: url.appendingPathComponent("assets/note.txt"))
        try Self.png.write(to: url.appendingPathComponent("assets/dot.png"))
    }

    func delete() { try? FileManager.default.removeItem(at: root) }

    func remove(_ sticker: String) throws {
        try FileManager.default.removeItem(at: url.appendingPathComponent("stickers/\(sticker)"))
    }
}
