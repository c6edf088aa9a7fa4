import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ContactSheetTests {
    /// The sheet in docs equals the program's drawing. After a visible change: `make
    /// contact-sheet`, and look at it.
    @Test func theSheetOfDocsIsUpToDate() throws {
        let file = home.folder.appendingPathComponent("docs/contact-sheet.svg")
        let run = try runProgram(["show", "--all", "--as", "svg"])
        #expect(run.status == 0 && run.errors == "")
        let isEqual = run.output == (try String(contentsOf: file, encoding: .utf8))
        #expect(isEqual, "docs/contact-sheet.svg shows something else: run  make contact-sheet  and look at it")
        let catalog = try GameCatalog(home: home)
        for id in catalog.ids {
            let title = try catalog.script(id).title.replacing("'", with: "&#39;")
            #expect(
                run.output.contains("\(title), to move</text>") && run.output.contains("\(title), at the end</text>"))
        }
    }

    @Test func themesAndFormsOfTheSheet() throws {
        let dark = try runProgram(["show", "--all", "--as", "svg", "--theme", "dark"])
        #expect(dark.status == 0 && dark.output.contains("#15191f"))
        let words = try runProgram(["show", "--all", "--as", "words"])
        #expect(words.output.contains("Tic-Tac-Toe, at the end\nBoard, 3 by 3."))
        let text = try runProgram(["show", "--all"])
        #expect(text.output.contains("Connect Four, to move\n"))
        let colourless = try runProgram(["show", "--all", "--theme", "dark"])
        #expect(colourless.status == 2 && colourless.errors.contains("--as svg"))
    }

    @Test func oneGameHasAThemeToo() throws {
        let runs = try ["light", "dark", "contrast"].map {
            try runProgram(["show", "tic-tac-toe", "--as", "svg", "--theme", $0])
        }
        #expect(runs.allSatisfy { $0.status == 0 } && Set(runs.map(\.output)).count == 3)
        #expect(try runProgram(["show", "tic-tac-toe", "--as", "svg"]).output == runs[0].output)
        #expect(try runProgram(["show", "tic-tac-toe", "--as", "svg", "--theme", "pink"]).status == 2)
    }

    /// The picture of a bubble is sent with every message: at most 24 KB, at every ply and with the
    /// most seats.
    @Test func picturesOfBubblesAreSmall() throws {
        let catalog = try GameCatalog(home: home)
        for id in catalog.ids {
            let script = try catalog.script(id)
            for seats in [script.seats.lowerBound, script.seats.upperBound] {
                let match = try Match(of: script, seats: seats, seed: 5)
                var generator = SplitMix64(seed: 5)
                var largest = 0
                for _ in 0..<200 {
                    if let value = try match.scene(for: nil, style: "transcript") {
                        let scene = try Scene(value: value)
                        let picture = SVGRenderer().document(
                            scene, context: SceneContext(showsHints: false), title: script.title)
                        largest = max(largest, picture.utf8.count)
                    }
                    if try match.status.outcome != nil { break }
                    try match.playRandomMove(using: &generator)
                }
                #expect(largest > 500 && largest <= 24 * 1024, "\(id) with \(seats) seats: \(largest) bytes")
            }
        }
    }
}
