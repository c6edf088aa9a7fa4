import Conversations
import Foundation
import Testing

@Suite struct StickerTests {
    @Test(arguments: [
        (Samples.png, ImageFormat.png), (Samples.apng, .apng), (Samples.gif, .gif), (Samples.jpeg, .jpeg),
        (Array("GIF87a".utf8), .gif), (Samples.signature, .png),
    ])
    func tellsFormatsByTheirBytes(bytes: [UInt8], format: ImageFormat) throws {
        #expect(try Sticker(file: .bytes(bytes, url: "misnamed.txt"), label: "").format == format)
    }

    @Test func refusesOtherFormats() {
        for bytes in [Array("GIF90a".utf8), [0xff, 0xd8], Array("<svg/>".utf8), Array(Samples.png.dropFirst())] {
            #expect(code { _ = try Sticker(file: .bytes(bytes), label: "") } == 7)
        }
    }

    @Test func survivesPNGsThatLieAboutTheirChunks() {
        let huge = Samples.signature + [0xff, 0xff, 0xff, 0xff] + Array("IHDR".utf8)
        #expect(ImageFormat(of: Data(huge)) == .png)
        #expect(ImageFormat(of: Data(Samples.signature + Array(repeating: 0, count: 30))) == .png)
        let slice = Data([9, 9] + Samples.apng).dropFirst(2)
        #expect(ImageFormat(of: slice) == .apng, "a slice of data doesn't start at 0")
    }

    @Test func limitsTheSize() throws {
        func bytes(_ count: Int) -> LocalFile { .bytes(Samples.jpeg + Array(repeating: 0, count: count - 4)) }
        #expect(try Sticker(file: bytes(512_000), label: "").data.count == 512_000)
        #expect(code { _ = try Sticker(file: bytes(512_001), label: "") } == 6)
        #expect(code { _ = try Sticker(file: .bytes([]), label: "") } == 6)
    }

    @Test func limitsTheLabel() throws {
        let label = String(repeating: "x", count: 150)
        #expect(try Sticker(file: .bytes(Samples.png), label: label).label == label)
        #expect(code { _ = try Sticker(file: .bytes(Samples.png), label: label + "x") } == 5)
    }

    @Test func refusesFilesThatAreNone() {
        for (contents, expected) in [
            (LocalFile.Contents.missing, 4), (.unreadable, 2), (.folder, 3), (.withoutAttributes, 5),
        ] {
            #expect(code { _ = try Sticker(file: LocalFile(url: "a.png", contents: contents), label: "") } == expected)
            let remote = LocalFile(url: "https://x/a.png", contents: contents)
            #expect(code { _ = try Sticker(file: remote, label: "") } == 4, "the url is checked first")
        }
    }

    @Test func hasThreeSizes() throws {
        #expect(Sticker.Size.allCases.map(\.points) == [100, 136, 206])
        #expect(try Samples.sticker().size == .regular)
        #expect(try Sticker(file: .bytes(Samples.png), label: "", size: .large).size.points == 206)
    }
}
