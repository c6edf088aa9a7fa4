import Foundation
import Parlor
import Testing
import Values

@testable import ParlorCommand

/// A typed or sent text is quoted so that all of it is visible: nothing in it reverses text or
/// hides.
@Suite struct QuotedTests {
    /// Characters that hide text: marks and overrides of direction, joiners and spaces without
    /// width, tags, fillers, controls, line ends.
    private static let hidden: [String] =
        ([0x61C, 0xAD, 0xFEFF, 0x3164, 0x1B, 0x7F, 0x9B, 0x2028, 0x2060, 0xE0041, 0xE007F]
        + Array(0x200B...0x200F) + Array(0x202A...0x202E) + Array(0x2066...0x2069))
        .compactMap { Unicode.Scalar($0).map { String(Character($0)) } }

    /// Returns the invisible scalars of a text, as numbers.
    private func unseen(_ text: String) -> [String] {
        text.unicodeScalars.filter { Self.hidden.contains(String(Character($0))) }.map { String($0.value, radix: 16) }
    }

    @Test func aQuoteHidesNothing() {
        for character in Self.hidden { #expect(quoted("a\(character)b") == "'a\u{FFFD}b'", "\(unseen(character))") }
        #expect(quoted("a\nb") == "'a\u{FFFD}b'" && quoted(String(repeating: "x", count: 41)).hasSuffix("x…'"))
        for text in ["plain", "é", "猫", "שלום", "👨‍👩‍👧‍👦", "✌️", "👍🏽", "❤️‍🔥"] { #expect(quoted(text) == "'\(text)'") }
        #expect(quoted("a\u{200D}b") == "'a\u{FFFD}b'" && quoted("1\u{200D}") == "'1\u{FFFD}'")
    }

    /// Requests in which `@` stands for the hidden text.
    private static let requests = [
        "@", "{\"op\":\"@\"}", "{\"op\":\"games\",\"@\":1}", "{\"op\":\"games\"@", "{\"op\":\"op@en\"}",
        "{\"op\":\"open\",\"game\":\"@\"}", "{\"op\":\"open\",\"game\":\"./x@\"}",
        "{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"@\":1}}",
        "{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":\"@\"}}",
        "{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":[\"@\"]}}",
        "{\"op\":\"open\",\"game\":\"battleship\",\"limits\":{\"@\":1}}",
        "{\"op\":\"open\",\"game\":\"battleship\",\"limits\":{\"time\":\"@\"}}",
        "{\"op\":\"open\",\"game\":\"nim\",\"seed\":\"@\"}",
        "{\"op\":\"open\",\"game\":\"tic-tac-toe\",\"seats\":\"@\"}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":\"@\"}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":\"b2@\"}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":{\"name\":\"@\"}}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":{\"name\":\"mark\",\"argument\":\"@\"}}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":{\"name\":\"mark\",\"argument\":{\"@\":1}}}",
        "{\"op\":\"play\",\"match\":1,\"seat\":1,\"move\":{\"name\":\"mark\",\"@\":1}}",
        "{\"op\":\"view\",\"match\":1,\"seat\":\"@\"}", "{\"op\":\"scene\",\"match\":1,\"style\":\"@\"}",
        "{\"op\":\"scene\",\"match\":1,\"as\":\"@\"}", "{\"op\":\"load\",\"bytes\":\"@\"}",
        "{\"op\":\"receive\",\"url\":\"@\"}", "{\"op\":\"receive\",\"url\":\"https://parlor.games/@#x\"}",
        "{\"id\":\"@\",\"op\":\"games\"}",
    ]

    @Test(arguments: requests) func driveAnswersWhatCanBeSeen(_ template: String) throws {
        let driver = try Driver()
        _ = try driver.open("tic-tac-toe")
        for character in Self.hidden {
            let answer = driver.session.handle(template.replacing("@", with: character))
            #expect(unseen(answer).isEmpty && !answer.contains("\n"), "\(unseen(answer)) in \(answer)")
            let message = try Value(json: answer)["error"]?["message"]?.stringValue ?? ""
            #expect(unseen(message).isEmpty, "\(unseen(message)) in the words of \(answer)")
        }
    }

    private static let lines = [
        "@", "b2@", "mark @", "/@", "/und@o", "help @", "save /nonexistent@/x", "load @", "as @", "bet 5 on @",
        "rematch @",
        "theirs @",
        "profile @", "undo @", "seat @", "sticker @", "tap @", "x@x",
    ]

    @Test(arguments: [["--hot-seat"], ["--seats", "Ann,Bob"]]) func playRefusesInWordsThatCanBeSeen(_ how: [String])
        throws
    {
        let typed = Self.hidden.flatMap { character in
            Self.lines.map { $0.replacing("@", with: "x" + character + "y") }
        }
        let run = try runProgram(["play", "tic-tac-toe"] + how, input: typed.joined(separator: "\n") + "\nquit\n")
        let refusals = run.errors.split(separator: "\n")
        #expect(refusals.count > Self.hidden.count * 5, "\(run.errors)")
        for refusal in refusals { #expect(unseen(String(refusal)).isEmpty, "\(unseen(String(refusal))) in \(refusal)") }
    }

    @Test func namesOfSeatsHideNothing() throws {
        for character in Self.hidden {
            let players = try Players(argument: "An\(character)n,Bob")
            #expect(unseen(players.names.joined()).isEmpty)
            #expect(unseen(players.roster).isEmpty)
        }
    }
}
