import Conversations
import Foundation
import GameRules
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

@Suite struct StickerPackTests {
    private func pack(_ folder: StickerFolder) -> StickerPack {
        StickerPack(folder: folder.url.appendingPathComponent("stickers"))
    }

    @Test func aPackListsWhatCanBeInserted() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        let pack = pack(folder)
        #expect(pack.entries.map(\.name) == ["dot.png", "label.png", "text.png", "wave.gif"])
        #expect(pack.entries.map(\.label) == ["A dot", "", "", "A hand: it waves"])
        #expect(pack.loadedBytes == 0)
    }

    @Test func badFilesAreNamed() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        let pack = pack(folder)
        var listed: [String: Int] = [:]
        for case .file(let name, let error) in pack.problems { listed[name] = error.code.rawValue }
        #expect(listed == ["empty.png": 6, "huge.png": 6, "out.png": 4, "sub.png": 3])
        #expect(pack.problems.contains(.name("two words.png")))
        #expect(pack.problems.contains(.noLabel("label.png")))
        // problems that are found only by reading the pictures
        let more = pack.check().filter { !pack.problems.contains($0) }
        #expect(more.map(\.description.localizedLowercase).allSatisfy { $0.hasPrefix("stickers/text.png") })
        #expect(more.count == 1)
        #expect(pack.loadedBytes == 0)
        #expect(pack.problems.allSatisfy { $0.description.hasPrefix("stickers") })
    }

    /// A file that exists but that even a superuser can't read: the memory of the process, whose
    /// first bytes aren't mapped.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
    func whatCannotBeReadIsErrorTwo() throws {
        let pack = StickerPack(folder: URL(fileURLWithPath: "/proc/\(getpid())"))
        let error = #expect(throws: MessageError.self) { try pack.sticker("mem", label: "") }
        #expect(error?.code == .fileUnreadable)
    }

    @Test func labelsAreOneALine() throws {
        let long = String(repeating: "l", count: 151)
        let folder = try StickerFolder(
            labels: "dot.png: A dot\r\ndot.png: Another\nno colon\nnone.png: Nothing\nwave.gif: \(long)\ntext.png:\n")
        defer { folder.delete() }
        let problems = pack(folder).problems
        for expected in [
            StickerProblem.secondLabel("dot.png", line: 2), .line(3), .unknownFile("none.png", line: 4),
            .labelTooLong("wave.gif", line: 5), .line(6), .noLabel("wave.gif"),
        ] {
            #expect(problems.contains(expected), "\(expected)")
        }
        #expect(pack(folder).entries.first?.label == "A dot")
        let huge = try StickerFolder(labels: String(repeating: "# much\n", count: 10_000))
        defer { huge.delete() }
        #expect(pack(huge).problems.contains { if case .labels = $0 { true } else { false } })
    }

    @Test func bytesAreReadWhenTheyAreNeeded() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        let pack = pack(folder)
        let sticker = try pack.sticker("dot.png", size: .large)
        #expect(sticker.label == "A dot" && sticker.format == .png && sticker.size == .large)
        #expect(pack.loadedBytes == 100)
        try folder.remove("dot.png")
        #expect(try pack.sticker("dot.png", label: "Own words").label == "Own words")  // still loaded
        _ = try pack.sticker("wave.gif")
        #expect(pack.loadedBytes == 106)
        pack.release()
        #expect(pack.loadedBytes == 0)
        #expect(throws: MessageError.self) { try pack.sticker("dot.png") }
        try folder.remove("wave.gif")
        #expect(throws: MessageError.self) { try pack.sticker("wave.gif") }
    }

    /// The folder itself must not be a link. A game may come from a stranger, and could otherwise
    /// send files from outside its folder.
    @Test func aFolderThatIsALinkHoldsNothing() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        for part in ["stickers", "assets"] {
            let place = folder.url.appendingPathComponent(part)
            let elsewhere = folder.url.deletingLastPathComponent().appendingPathComponent("private-\(part)")
            try FileManager.default.moveItem(at: place, to: elsewhere)
            try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
        }
        #expect(pack(folder).entries.isEmpty && pack(folder).problems.isEmpty)
        let sticker = #expect(throws: MessageError.self) { try pack(folder).sticker("dot.png", label: "") }
        #expect(sticker?.code == .improperFileURL)
        let note = LocalFile("note.txt", in: "assets", of: folder.url, atMost: Attachment.byteLimit)
        #expect(note.contents == .missing)
        // the path to the game may contain links
        let link = folder.url.deletingLastPathComponent().appendingPathComponent("linked")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("assets"))
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("assets"), withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: folder.url.appendingPathComponent("assets/note.txt"))
        let linked = LocalFile("note.txt", in: "assets", of: link, atMost: Attachment.byteLimit)
        #expect(linked.contents == .bytes(Data("hello".utf8)))
        #expect(LocalFile("note.txt", in: "assets", of: link, atMost: 4).contents == .tooLarge(bytes: 5))
    }

    @Test func aGameWithoutStickersHasNone() throws {
        #expect(StickerPack(folder: nil).entries.isEmpty)
        #expect(throws: MessageError.self) { try StickerPack(folder: nil).sticker("dot.png") }
        #expect(StickerPack(folder: home.folder.appendingPathComponent("nowhere")).check() == [])
    }

    @Test func manyStickersAreLeftOut() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        for number in 0..<StickerPack.mostStickers {
            try StickerFolder.png.write(to: folder.url.appendingPathComponent("stickers/a\(number).png"))
        }
        let pack = pack(folder)
        #expect(pack.entries.count == StickerPack.mostStickers)
        #expect(pack.problems.contains { if case .tooMany = $0 { true } else { false } })
    }

    @Test func thereIsAnEndToWhatIsLoaded() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        let picture = StickerFolder.png + Data(count: 500_000)
        let pack = pack(folder)
        for number in 1...20 {
            try picture.write(to: folder.url.appendingPathComponent("stickers/big\(number).png"))
            _ = try pack.sticker("big\(number).png")
            #expect((1...StickerPack.capacity).contains(pack.loadedBytes))
        }
    }

    @Test func theBundledStickersAreFine() throws {
        let catalog = try GameCatalog(home: home)
        var count = 0
        for id in catalog.ids {
            let pack = StickerPack(folder: home.games.appendingPathComponent(id).appendingPathComponent("stickers"))
            #expect(pack.check() == [], "\(id)")
            for entry in pack.entries {
                #expect(try pack.sticker(entry.name).data.count <= 5_000, "\(id)/\(entry.name)")
                count += 1
            }
        }
        #expect(count >= 3)
    }
}
