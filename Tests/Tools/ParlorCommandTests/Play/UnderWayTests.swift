import Parlor
import Testing

@testable import ParlorCommand

/// A waiting person reads which messages are on their way, which were lost, and what to do about
/// it.
@Suite struct UnderWayTests {
    private func slow(_ lines: [String]) throws -> [String] {
        try ChatRun("tic-tac-toe", lines, people: ["Ann", "Bob"], isSlow: true).screens.map {
            $0.replacing("\n", with: " ")
        }
    }

    @Test func aLostMessageIsSaidAndSentAgain() throws {
        let said = try slow([
            "open", "start", "b2", "drop", "send", "receive", "receive", "again", "send", "receive", "as Bob",
        ])
        #expect(said[4].contains("The network will lose Ann's next message; `again`"))
        #expect(said[5].contains("Ann's message has left the game: `receive` gives it to the network."))
        #expect(said[6].contains("The network lost what Ann sent to Bob: it never arrives."), "\(said[6])")
        for index in [6, 7] {
            let words =
                "The network lost Ann's last message, and Bob doesn't know of it: `again`, then `send`, sends it once more."
            #expect(said[index].contains(words) && !said[index].contains("Waiting for"), "\(said[index])")
        }
        #expect(said[8].contains("Ann's last message is drafted once more: `send`, or `cancel`."), "\(said[8])")
        #expect(!said[9].contains("lost Ann's last"), "\(said[9])")
        #expect(said[10].contains("Something arrived for Bob") && !said[10].contains("on the way"), "\(said[10])")
    }

    @Test func whatIsUnderWayOrHeldUpIsSaid() throws {
        let said = try slow([
            "open", "start", "b2", "delay 5m", "send", "time +1s", "as Bob", "wait", "tap", "a1", "partition",
            "compact",
            "send", "time +1m", "heal", "receive",
        ])
        #expect(
            said[6].contains("Ann's message is on the way to Bob: `receive` lets the next thing arrive."), "\(said[6])")
        #expect(said[7].contains("Something is on its way to Bob"), "\(said[7])")
        #expect(!said[8].contains("on its way to Bob"), "\(said[8])")
        #expect(said[14].contains("Bob's message can't reach Ann now: `heal` ends the partition."), "\(said[14])")
        #expect(!said[16].contains("can't reach") && !said[16].contains("on the way"), "\(said[16])")
    }

    @Test func aPhoneThatIsOffline() throws {
        let said = try slow(["open", "start", "b2", "offline", "send", "receive", "online", "receive"])
        #expect(said[5].contains("Ann's phone is offline: what was sent waits on it until `online`."), "\(said[5])")
        #expect(!said[8].contains("offline"), "\(said[8])")
        let other = try slow(["open", "start", "b2", "offline Bob", "send", "receive", "time +1m"])
        #expect(
            other[7].contains("Ann's message can't reach Bob now: `online Bob` brings the phone back."), "\(other[7])")
    }

    @Test func theQuickWayTellsOfALossToo() throws {
        let run = try ChatRun("tic-tac-toe", ["b2", "a1", "drop", "c3", "again"], people: ["Ann", "Bob"])
        let said = run.screens.map { $0.replacing("\n", with: " ") }
        #expect(said[4].contains("Bob doesn't know of it: `again` sends it once more."), "\(said[4])")
        #expect(said[5].contains("Bob, mark a cell"), "\(said[5])")
    }

    /// A lost message isn't reported any more if a later message contained it.
    @Test func whatOthersCarriedIsKnown() throws {
        let run = try ChatRun(
            "blackjack", ["offline Cy", "stand", "online Cy"], people: ["Ann", "Bob", "Cy"], isInteractive: false)
        #expect(!run.last.contains("can't reach"), "\(run.last)")
    }
}
