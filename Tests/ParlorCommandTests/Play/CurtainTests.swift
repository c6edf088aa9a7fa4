import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// The screen between two people who keep things from each other: only an empty line opens the game.
@Suite struct CurtainTests {
    @Test(arguments: ["xyz", "auto 6", "a1", "/moves"]) func whatIsTypedOpensNothing(_ line: String) throws {
        let phones = try ChatRun(hideout, [line, ""], people: ["Ann", "Bob"])
        #expect(phones.screens[1].contains("Press Enter when Ann sits here."), "\(phones.screens[1])")
        #expect(!phones.screens[1].contains("hide a ship") && phones.screens[2].contains("hide a ship"))
        let seats = try PlayedSession(hideout, [line], seats: "Ana,Bob", interactive: true)
        #expect(seats.output.contains("Press Enter when Ana sits here.") && !seats.output.contains("hide a ship"))
    }

    @Test(arguments: ["quit", "/quit", "q"]) func quitLeaves(_ line: String) throws {
        let phones = try ChatRun(hideout, [line, ""], people: ["Ann", "Bob"])
        #expect(phones.screens.count == 1 && !phones.terminal.text.contains("hide a ship"))
    }

    @Test func helpSaysWhatOpensIt() throws {
        let phones = try ChatRun(hideout, ["help"], people: ["Ann", "Bob"])
        #expect(phones.screens[1].contains("Enter opens the game for Ann") && phones.screens[1].contains("`quit`"))
    }

    /// On a drawn screen, whatever is pressed, it stays to be read who is to sit down.
    @Test(arguments: ["\u{4}", "xyz\r", "help\r"]) func theSentenceStays(_ keys: String) throws {
        let run = try PlayedOnScreen(
            hideout, seats: "Ana,Bob", [.look, .keys(keys), .look, .keys("\r"), .look])
        for index in 0...1 {
            #expect(run.seen[index].contains("Ana sits at the keyboard; nobody else looks. Press Enter."))
        }
        #expect(run.seen[0] != run.seen[1] && run.seen[2].contains("hide a ship"))
        let gone = try PlayedOnScreen(hideout, seats: "Ana,Bob", [.keys("\u{4}"), .keys("\u{4}"), .look])
        #expect(gone.seen.isEmpty, "twice leaves")
    }
}
