import Foundation
import Testing

@testable import Scenes

/// The cached pictures for all matches of a host.
@Suite struct AssetStoreTests {
    /// A PNG of one pixel.
    private static let dot: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")
            ?? Data())

    /// Returns the dot with `count` surplus bytes of pixels.
    private static func picture(_ count: Int) -> [UInt8] {
        let body = Array("IDAT".utf8) + [UInt8](repeating: 1, count: count)
        func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }
        let chunk = word(count) + body + word(PNGStructure.checksum(body[...]))
        return Array(dot.dropLast(12)) + chunk + dot.suffix(12)
    }

    private func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let assets = folder.appendingPathComponent("assets")
        try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private func write(_ bytes: [UInt8], _ name: String, in folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent("assets/\(name)"))
    }

    @Test func aHundredPicturesAndAThousandMatchesStayWithinTheBound() throws {
        try withFolder { folder in
            for number in 0..<100 { try write(Self.picture(3000 + number), "\(number).png", in: folder) }
            let store = AssetStore(capacity: 200_000)
            var matches: [MatchImages] = []
            var most = AssetStore.Held()
            for number in 0..<1000 {
                let match = store.images(of: folder)
                matches.append(match)
                for step in 0..<7 {
                    let asset = "\((number * 31 + step * 13) % 100).png"
                    #expect(try match.image(asset).width == 1)
                    if store.held.bytes > most.bytes { most = store.held }
                }
            }
            #expect(most.bytes <= 200_000 && most.bytes > 150_000 && most.count > 40, "\(most)")
            matches.removeFirst(999)
            #expect(store.held.count == 7, "what the last match drew")
            matches = []
            #expect(store.held.count == 0 && store.held.bytes == 0)
        }
    }

    @Test func whatWasNotDrawnForLongestGoesFirst() throws {
        try withFolder { folder in
            for name in ["a", "b", "c"] { try write(Self.picture(1000), "\(name).png", in: folder) }
            let store = AssetStore(capacity: 2700)
            let match = store.images(of: folder)
            for name in ["a", "b", "a", "c"] { _ = try match.image("\(name).png") }
            #expect(store.held.count == 2)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("assets"))
            #expect(throws: Never.self) { try match.image("a.png") }
            #expect(throws: ImageProblem.unreadable("isn't there")) { try match.image("b.png") }
            store.releaseAll()
            #expect(store.held.bytes == 0)
            #expect(throws: ImageProblem.self) { try match.image("a.png") }
        }
    }

    @Test func whatTwoMatchesDrewIsReleasedWithTheSecond() throws {
        try withFolder { folder in
            try write(Self.dot, "a.png", in: folder)
            let store = AssetStore()
            var one: MatchImages? = store.images(of: folder)
            var two: MatchImages? = store.images(of: folder)
            _ = try one?.image("a.png")
            _ = try two?.image("a.png")
            #expect(store.held.count == 1 && store.held(of: folder).count == 1 && store.held(of: nil).count == 0)
            one = nil
            #expect(store.held.count == 1)
            _ = try store.images(of: folder, isKept: false).image("a.png")
            two = nil
            #expect(store.held.count == 0)
            _ = try store.images(of: folder, isKept: false).image("a.png")
            #expect(store.held.count == 0)
        }
    }

    @Test func whatIsMissingLinkedOrTooLargeIsNotRead() throws {
        try withFolder { folder in
            let store = AssetStore()
            let match = store.images(of: folder)
            let other = folder.appendingPathComponent("secret.png")
            try Data(Self.dot).write(to: other)
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("assets/link.png"), withDestinationURL: other)
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("assets/folder.png"), withIntermediateDirectories: false)
            mkfifo(folder.appendingPathComponent("assets/pipe.png").path, 0o600)
            try write(Self.picture(300_000), "large.png", in: folder)
            try write(Array(Self.dot.dropLast()), "cut.png", in: folder)
            func why(_ asset: String) -> String {
                do throws(ImageProblem) {
                    _ = try match.image(asset)
                    return "shown"
                } catch {
                    return "\(error)"
                }
            }
            #expect(why("none.png") == "isn't there" && why("../secret.png") == "isn't there")
            #expect(why("link.png").hasPrefix("is reached by a symbolic link"))
            #expect(why("folder.png") == "is no plain file" && why("pipe.png") == "is no plain file")
            #expect(why("large.png").hasSuffix("at most 262144 are shown") && why("cut.png").hasPrefix("is damaged"))
            #expect(store.held.count == 0)
            try write(Self.dot, "cut.png", in: folder)
            #expect(why("cut.png") == "shown", "it was mended")
            #expect(throws: ImageProblem.self) { try store.images(of: nil).image("cut.png") }
        }
    }
}
