import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The last sentence of a session at one keyboard: what happens to the match.
@Suite struct LeavingTests {
    private func lastWord(_ inputs: [String], keeper: String? = nil) throws -> String {
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let lines = ScriptedLines(inputs.map(InputLine.text), isInteractive: true)
        var written: [String] = []
        let session = HotSeatMode(
            match: try Match(of: script), players: Players(count: 2), screen: Screen(columns: { 80 }), lines: lines,
            write: { written.append($0) }, complain: { written.append($0) },
            readScript: { () throws(GameError) in script })
        session.keeper = keeper
        _ = session.run()
        return written.suffix(2).joined(separator: " ")
    }

    @Test func whatWasSavedIsKept() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).save").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try lastWord(["b2", "quit"]).contains("it isn't saved. `save FILE`"))
        #expect(try lastWord(["b2", "save \(file)", "quit"]).hasSuffix("Goodbye."))
        #expect(try lastWord(["b2", "save \(file)", "a1", "quit"]).contains("the moves since `save` aren't saved"))
        #expect(try lastWord(["load \(file)", "quit"]).hasSuffix("Goodbye."), "it lies in the file")
        #expect(try lastWord(["load \(file)", "new", "yes", "b2", "quit"]).contains("it isn't saved"))
        #expect(try lastWord(["save \(file)", "b2", "undo", "a1", "quit"]).contains("aren't saved"))
    }

    @Test func whoeverKeepsItSaysSo() throws {
        #expect(try lastWord(["b2"], keeper: "It is written.").hasSuffix("It is written."), "by Ctrl-D, too")
        #expect(try lastWord([], keeper: "It is written.").hasSuffix("Goodbye."), "nothing was played")
    }
}
