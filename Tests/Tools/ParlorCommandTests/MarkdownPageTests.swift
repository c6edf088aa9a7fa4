import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The layout of `parlor rules` at a terminal.
@Suite struct MarkdownPageTests {
    private func lines(_ text: String, columns: Int = 30) -> [String] {
        MarkdownPage(text).lines(columns: columns).map(\.plain)
    }

    @Test func paragraphsAndListsAreWrappedAtSpaces() {
        #expect(
            lines(
                "# Nim\n\nTwo players take matches\nfrom one heap, in turn.\n\n1. Take one match,\n   or two of them.\n- Say `pass`.\n"
            )
                == [
                    "Nim", "", "Two players take matches from", "one heap, in turn.", "",
                    "1. Take one match, or two of",
                    "   them.", "- Say pass.",
                ])
    }

    @Test func wordsAreSetOffWithoutMarks() {
        let line = MarkdownPage("Type `b2`, **never** [more](x.md). 2 * 3 * 4 [a] `").lines(columns: 80)[0]
        #expect(line.plain == "Type b2, never more. 2 * 3 * 4 [a] `")
        #expect(line.runs.filter { $0.style == .bold }.map(\.text) == ["b2", "never"])
        #expect(MarkdownPage("# Big").lines(columns: 80)[0].runs.map(\.style) == [.bold])
        let broken = MarkdownPage("**one two three four five six seven**").lines(columns: 20)
        #expect(broken.count == 2 && broken.allSatisfy { $0.runs.map(\.style) == [.bold] && $0.width <= 20 })
    }

    @Test func codeStaysAsItStandsAndTablesAreColumns() {
        let code = "```\na  very  wide  drawing  of  a  board  here\n```\n"
        #expect(lines(code) == ["    a  very  wide  drawing  of  a  board  here"])
        #expect(lines("Look:\n\n    3 | x |\n      # no\n") == ["Look:", "", "    3 | x |", "      # no"])
        #expect(lines("| option | what |\n|---|:-:|\n| `size` | 10 |") == ["option  what", "size    10"])
    }

    @Test func anythingIsTaken() {
        for text in ["", "\n\n", "#", "####### x", "|", "||||", "```", "- ", "1. ", "**", "[](", "[x](", "    "] {
            for columns in [1, 4, 80] { _ = lines(text, columns: columns) }
        }
    }
}
