import Foundation
import Testing
import Values

@testable import Scenes

/// A scene's pictures in a drawing, in a terminal and in words.
@Suite struct SceneImagesTests {
    /// Pictures in memory.
    private final class Folder: ImageSource {
        let files: [String: [UInt8]]

        init(_ files: [String: [UInt8]]) { self.files = files }

        func image(_ asset: String) throws(ImageProblem) -> ImageFile {
            guard let bytes = files[asset] else { throw .unreadable("isn't there") }
            return try ImageFile(bytes)
        }
    }

    /// A decoder for which every picture is red above blue.
    private final class Flag: ImageDecoder {
        func raster(of file: ImageFile, columns: Int, rows: Int) -> ImageRaster? {
            guard file.format == .png else { return nil }
            return ImageRaster(
                rgba: [255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0], width: 2, height: 2, columns: columns,
                rows: rows)
        }
    }

    private func scene(_ assets: String...) throws -> Scene {
        try Scene(value: [
            "kind": "stack",
            "nodes": .array(assets.map { ["kind": "image", "asset": .string($0), "label": "A <harbour>"] }),
        ])
    }

    private func document(_ scene: Scene, _ files: [String: [UInt8]]) -> String {
        SVGRenderer().document(scene, context: SceneContext(images: SceneImages(Folder(files))), title: "t")
    }

    @Test func aPictureStandsInTheDrawingItself() throws {
        let bytes = SamplePNG(width: 400, height: 100, rows: [UInt8](repeating: 0, count: 2000)).bytes
        let drawn = document(try scene("a.png"), ["a.png": bytes])
        #expect(drawn.contains("xlink:href=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\""))
        #expect(drawn.contains("width=\"320\" height=\"80\""), "no wider than the room, in its proportions")
        #expect(
            !drawn.contains("http://") || drawn.components(separatedBy: "http://").count == 3, "only names of spaces")
        #expect(drawn.contains("Image: A &lt;harbour&gt;"), "and in words")
    }

    /// A picture's file may also contain the place where it was taken, or another picture. Other people get the
    /// drawing, so the drawing must contain neither.
    @Test func aDrawingHoldsThePictureAndNothingElseOfItsFile() throws {
        let plain = SamplePNG().bytes
        let words = SamplePNG.chunk("tEXt", Array("Where\0at home".utf8))
        let talking: [UInt8] =
            Array(plain[..<33]) + words + Array(plain[33...]) + Array("<script>behind the end</script>".utf8)
        #expect(try document(scene("a.png"), ["a.png": talking]) == document(scene("a.png"), ["a.png": plain]))
    }

    @Test func whatCannotBeShownIsAFrameWithItsLabelThatSaysWhy() throws {
        let drawn = document(
            try scene("gone.png", "bad.png", "x.svg"),
            ["bad.png": Array(SamplePNG().bytes.dropLast()), "x.svg": Array("<svg/>".utf8)])
        #expect(drawn.components(separatedBy: "A &lt;harbour&gt;</text>").count == 4, "\(drawn)")
        #expect(drawn.contains("gone.png isn&#39;t there") && drawn.contains("bad.png is damaged: it is cut off"))
        #expect(drawn.contains("x.svg is an SVG;") && !drawn.contains("<image"))
    }

    @Test func oneDrawingTakesSoMuchAndNoMore() throws {
        let padding = SamplePNG.chunk("IDAT", [UInt8](repeating: 1, count: 200 << 10))
        let large = Array(SamplePNG().bytes.dropLast(12)) + padding + SamplePNG.chunk("IEND", [])
        let drawn = document(try scene("a.png", "a.png", "a.png"), ["a.png": large])
        #expect(drawn.components(separatedBy: "<image").count == 3)
        #expect(drawn.contains("a.png doesn&#39;t fit: one"))
        #expect(drawn.utf8.count < SVGImages.mostBytes * 4 / 3 + 8192)
    }

    @Test func aTerminalShowsHalfBlocksWhereItsColoursShow() throws {
        let images = SceneImages(Folder(["a.png": SamplePNG().bytes, "b.jpg": [0xff]])).decoded(by: Flag())
        let context = SceneContext(images: images)
        let renderer = TerminalRenderer(columns: 40, colour: .ansi)
        #expect(renderer.lines(try scene("a.png"), context: context) == ["\u{1B}[38;5;196;48;5;21m▀\u{1B}[0m"])
        #expect(
            renderer.lines(try scene("b.jpg"), context: context).joined().contains(
                "[image: A <harbour> (b.jpg is no"))
        #expect(
            TerminalRenderer(charset: .ascii).lines(try scene("a.png"), context: context) == ["[image: A <harbour>]"])
        let undecoded = SceneContext(images: images.decoded(by: nil))
        #expect(TerminalRenderer().lines(try scene("a.png"), context: undecoded) == ["[image: A <harbour>]"])
        #expect(WordsRenderer().text(try scene("a.png"), context: context).hasPrefix("Image: A <harbour>"))
    }

    @Test func picturesGiveWayWhereThereIsNoRoom() throws {
        final class Tall: ImageDecoder {
            func raster(of file: ImageFile, columns: Int, rows: Int) -> ImageRaster? {
                ImageRaster(
                    rgba: [UInt8](repeating: 255, count: 4 * 64 * 64), width: 64, height: 64, columns: columns,
                    rows: rows)
            }
        }
        let images = SceneImages(Folder(["a.png": SamplePNG().bytes])).decoded(by: Tall())
        let context = SceneContext(images: images)
        func rows(_ rows: Int?) throws -> Int {
            TerminalRenderer().styledLines(try scene("a.png"), context: context, rows: rows).count
        }
        #expect(try rows(nil) == 8 && rows(8) == 8 && rows(7) == 4 && rows(3) == 1)
    }
}
