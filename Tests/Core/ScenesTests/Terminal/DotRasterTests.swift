import Testing

@testable import Scenes

@Suite struct DotRasterTests {
    private typealias Point = CanvasShape.Point

    private func picture(_ raster: DotRaster) -> [String] {
        (0..<raster.height).map { y in
            (0..<raster.width).map { raster.isSet($0, y) ? "#" : "." }.joined()
        }
    }

    @Test func drawsLines() {
        var raster = DotRaster(width: 5, height: 3)
        raster.line(from: Point(x: 0.5, y: 0.5), to: Point(x: 4.5, y: 2.5), tone: .one)
        #expect(picture(raster) == ["#....", ".##..", "...##"])
        #expect(raster.tone(0, 0) == .one)
        #expect(raster.tone(4, 0) == nil)
    }

    @Test func cutsOffWhatLiesOutside() {
        var raster = DotRaster(width: 4, height: 2)
        raster.line(from: Point(x: -1e6, y: 0.5), to: Point(x: 1e6, y: 0.5), tone: nil)
        #expect(picture(raster) == ["####", "...."])
        raster.line(from: Point(x: -5, y: -5), to: Point(x: 20, y: -5), tone: nil)
        raster.line(from: Point(x: 9, y: -5), to: Point(x: 9, y: 20), tone: nil)
        #expect(picture(raster) == ["####", "...."])
        var empty = DotRaster(width: 4, height: 2)
        empty.line(from: Point(x: -3, y: 1.5), to: Point(x: 1, y: -8), tone: nil)
        #expect(picture(empty) == ["....", "...."])
        #expect(!raster.isSet(-1, 0))
        #expect(!raster.isSet(0, 2))
    }

    @Test func fillsByTheEvenOddRule() {
        var raster = DotRaster(width: 6, height: 4)
        let corners = [Point(x: 1, y: 1), Point(x: 4, y: 1), Point(x: 4, y: 2.9), Point(x: 1, y: 2.9)]
        raster.polygon(corners, isFilled: true, tone: nil)
        #expect(picture(raster) == ["......", ".####.", ".####.", "......"])
        var outline = DotRaster(width: 6, height: 5)
        outline.polygon(
            [Point(x: 1, y: 1), Point(x: 4, y: 1), Point(x: 4, y: 3), Point(x: 1, y: 3)], isFilled: false, tone: nil)
        #expect(picture(outline) == ["......", ".####.", ".#..#.", ".####.", "......"])
    }

    @Test func drawsCircles() {
        var raster = DotRaster(width: 7, height: 7)
        raster.circle(centre: Point(x: 3.5, y: 3.5), radius: 3, stretch: 1, isFilled: false, tone: .bad)
        let lines = picture(raster)
        #expect(lines == lines.reversed())
        #expect(lines[0] == "..###..")
        #expect(lines[3] == "#.....#")
        raster.circle(centre: Point(x: 3.5, y: 3.5), radius: 3, stretch: 1, isFilled: true, tone: .good)
        #expect(picture(raster)[3] == "#######")
        #expect(raster.tone(3, 3) == .good)
    }
}
