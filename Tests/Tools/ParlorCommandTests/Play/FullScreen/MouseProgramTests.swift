import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Clicks on the built program's board, as xterm reports them (SGR 1006), in windows of many sizes.
@Suite(.serialized) struct MouseProgramTests {
    private func started(_ arguments: [String], _ columns: Int, _ rows: Int, state: URL) throws -> TerminalRun {
        let run = try TerminalRun(arguments, columns: columns, rows: rows, state: state)
        #expect(run.waits { $0.lines[rows - 1] == "Ann>" && $0.text.contains("├───") }, "\(run.screen.text)")
        #expect(run.screen.hasMouse)
        return run
    }

    /// Returns the screen's column and row of a cell on the phone at hand, both from 1. A line
    /// starts with the frame and the row's name. A cell has three columns, and a line separates it
    /// from the next one.
    private func place(_ column: Int, _ name: String, on screen: EmulatedScreen) throws -> (x: Int, y: Int) {
        let row = try #require(screen.lines.firstIndex { $0.hasPrefix("┃ \(name) │") }, "\(screen.text)")
        return (5 + name.count + column * 4 + 1, row + 1)
    }

    private func click(_ place: (x: Int, y: Int), button: Int = 0, on run: TerminalRun) {
        run.type("\u{1B}[<\(button);\(place.x);\(place.y)M\u{1B}[<\(button);\(place.x);\(place.y)m")
    }

    static let sizes = [(80, 24), (60, 20), (61, 21), (79, 25), (97, 33), (100, 30), (133, 47), (231, 70)]

    @Test(arguments: sizes) func aClickOnACellPlaysIt(columns: Int, rows: Int) throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe"], columns, rows, state: state)
            let moves = [(1, "2", "b2"), (0, "3", "a3"), (2, "1", "c1")]
            for (index, (column, row, text)) in moves.enumerated() {
                let (mover, next) = index.isMultiple(of: 2) ? ("Ann", "Bob") : ("Bob", "Ann")
                click(try place(column, row, on: run.screen), on: run)
                #expect(
                    run.waits { $0.lines[rows - 1] == "\(next)>" && $0.text.contains("\(mover) played \(text)") },
                    "\(text) at \(columns) × \(rows):\n\(run.screen.text)")
            }
            run.type("quit\r")
            #expect(run.ends() && run.process.terminationStatus == 0)
        }
    }

    @Test(arguments: sizes) func whatIsNoMoveIsNotPlayed(columns: Int, rows: Int) throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe"], columns, rows, state: state)
            let centre = try place(1, "2", on: run.screen)
            click((centre.x + 2, centre.y), on: run)  // the line between two cells
            click((centre.x, centre.y + 1), on: run)
            click(centre, button: 2, on: run)
            click(centre, button: 35, on: run)  // a move without a button
            click((columns + 400, rows + 400), on: run)
            click((0, 0), on: run)
            run.type("\u{1B}[<0;99999999999999999999;3M")
            run.type("quit")
            #expect(run.waits { $0.lines[rows - 1] == "Ann> quit" }, "\(run.screen.text)")
            #expect(!run.screen.text.contains("played"), "\(run.screen.text)")
            run.type("\r")
            #expect(run.ends() && run.process.terminationStatus == 0)
        }
    }

    @Test func aResizeMovesWhatIsClicked() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe"], 80, 24, state: state)
            run.resize(columns: 71, rows: 22)
            #expect(run.waits { $0.lines[21] == "Ann>" && $0.text.contains("├───") }, "\(run.screen.text)")
            click(try place(2, "2", on: run.screen), on: run)
            #expect(run.waits { $0.lines[21] == "Bob>" && $0.text.contains("Ann played c2") }, "\(run.screen.text)")
            run.type("quit\r")
            #expect(run.ends())
        }
    }
}
