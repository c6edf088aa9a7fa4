import Parlor
import Testing

@testable import ParlorCommand

/// The line about a message in `parlor drive` is true and says what to do.
@Suite struct ReceiptLineTests {
    /// Two processes that play one match.
    private struct Hosts {
        let drivers: [Driver]

        init(_ game: String, _ more: String = "") throws {
            drivers = [try Driver(), try Driver()]
            _ = try drivers[0].open(game, more)
            _ = try drivers[1].ok(#"{"op":"receive","url":"\#(url(1))"}"#)
        }

        func play(_ seat: Int, _ move: String) throws {
            _ = try drivers[seat - 1].ok(#"{"op":"play","match":1,"seat":\#(seat),"move":"\#(move)"}"#)
        }

        func url(_ seat: Int) throws -> String {
            try #require(
                try drivers[seat - 1].ok(#"{"op":"message","match":1,"seat":\#(seat)}"#)["url"]?.stringValue)
        }

        /// Returns the line that the other process gives for a seat's message.
        func line(of seat: Int) throws -> String { try line(of: url(seat), from: seat) }

        func line(of url: String, from seat: Int) throws -> String {
            try #require(drivers[2 - seat].ok(#"{"op":"receive","url":"\#(url)"}"#)["line"]?.stringValue)
        }
    }

    @Test func anOpeningIsAskedFor() throws {
        let hosts = try Hosts("rock-paper-scissors")
        #expect(try hosts.line(of: 2) == "The match continues.")
        try hosts.play(1, "rock")
        #expect(try hosts.line(of: 1) == "The match continues.")
        try hosts.play(2, "paper")
        #expect(
            try hosts.line(of: 2) == "The match continues. Send seat 1's message. It opens the seat's sealed move.")
        #expect(try hosts.line(of: 1) == "The match continues.")
    }

    @Test func theMessagesOfBothMayCross() throws {
        let hosts = try Hosts("rock-paper-scissors")
        _ = try hosts.line(of: 2)
        try hosts.play(1, "rock")
        try hosts.play(2, "paper")
        let urls = try (1...2).map { try hosts.url($0) }
        for seat in 1...2 {
            #expect(
                try hosts.line(of: urls[seat - 1], from: seat)
                    == "Another move of this round has arrived. Send seat \(3 - seat)'s message. It opens the seat's sealed move."
            )
        }
    }

    @Test func whatWasPlayedMeanwhileIsTold() throws {
        let hosts = try Hosts("rock-paper-scissors")
        _ = try hosts.line(of: 2)
        try hosts.play(1, "rock")
        try hosts.play(2, "paper")
        #expect(
            try hosts.line(of: 1) == "The match continues. Seat 2's choice hasn't been sent yet. Send seat 2's message."
        )
    }

    @Test func aDrawIsTold() throws {
        let hosts = try Hosts("pig")
        let line =
            "The match continues. Seat 1 has contributed to a random draw. Send seat 1's message, so that the others learn the draw."
        #expect(try hosts.line(of: 2) == line)
        #expect(try hosts.line(of: 1) == "The match continues.")
        try hosts.play(1, "3")
        #expect(try hosts.line(of: 1) == line.replacing("eat 1", with: "eat 2"))
    }

    @Test func anAnswerAndTheEndAreSaid() throws {
        let hosts = try Hosts("battleship", #","options":{"size":3}"#)
        _ = try hosts.line(of: 2)
        for move in ["a3", "a2", "ready"] { try hosts.play(1, move) }
        #expect(try hosts.line(of: 1) == "The match continues.")
        for move in ["b3", "b2", "ready"] { try hosts.play(2, move) }
        #expect(try hosts.line(of: 2) == "The match continues.")
        try hosts.play(1, "c1")
        #expect(try hosts.line(of: 1) == "The match continues. Seat 2 has only one legal move: play miss.")
        for move in ["miss", "a3"] { try hosts.play(2, move) }
        #expect(try hosts.line(of: 2).hasPrefix("The match continues. Seat 1 has only one legal move: play "))
        try hosts.play(1, "sunk a3")
        try hosts.play(1, "c2")
        #expect(try hosts.line(of: 1) == "The match continues. Seat 2 has only one legal move: play miss.")
        try hosts.play(2, "miss")
        try hosts.play(2, "a2")
        #expect(try hosts.line(of: 2).hasPrefix("The match continues. Seat 1 has only one legal move"))
        try hosts.play(1, "sunk a2")
        #expect(
            try hosts.line(of: 1) == "The match is over. Send seat 2's message. It opens the seat's sealed move.")
        #expect(try hosts.line(of: 2) == "The match is over.")
    }
}
