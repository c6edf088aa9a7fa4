import Scenes
import Testing
import Values

@Suite struct TerminalCanvasTests {
    private func lines(
        _ shapes: [Value], width: Value = 8, height: Value = 4, charset: TerminalRenderer.Charset = .unicode
    ) throws -> [String] {
        let scene = try Scene(value: [
            "kind": "canvas", "width": width, "height": height, "label": "a box", "shapes": .array(shapes),
        ])
        return TerminalRenderer(columns: 16, charset: charset).lines(scene)
    }

    private let box: Value = ["shape": "rect", "x": 0, "y": 0, "width": 8, "height": 4]

    @Test func drawsInBraille() throws {
        #expect(
            try lines([box]) == [
                "⡏⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⢹", "⡇              ⢸", "⡇              ⢸", "⣇⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸", "[drawing: a box]",
            ])
    }

    @Test func drawsInASCII() throws {
        #expect(
            try lines([box], charset: .ascii) == [
                "################", "#              #", "#              #", "################", "[drawing: a box]",
            ])
    }

    @Test func writesTextsWhereTheyFit() throws {
        let drawn = try lines([
            ["shape": "text", "x": 4, "y": 1.5, "text": "hi 猫"], ["shape": "text", "x": 8, "y": 2, "text": "outside"],
        ])
        #expect(drawn == ["", "      hi 猫", "", "", "[drawing: a box]", "outside"])
    }

    @Test func staysSmallWhateverItsUnits() throws {
        for (width, height) in [(1.0, 4096.0), (4096, 1), (4096, 4096), (1, 1)] {
            let drawn = try lines([box], width: .double(width), height: .double(height))
            #expect(drawn.count <= 14, "\(width) × \(height)")
            #expect(drawn.allSatisfy { $0.count <= 16 }, "\(width) × \(height)")
        }
    }
}
