import Testing

@testable import Scenes

@Suite struct StyledLineTests {
    @Test func joinsRunsOfOneStyle() {
        var line = StyledLine("a", .bold)
        line.append("b", TerminalStyle(isBold: true))
        line.append("")
        line.append("猫")
        #expect(line.runs.map(\.text) == ["ab", "猫"] && line.width == 4 && line.plain == "ab猫")
        #expect(TerminalStyle(tone: .one) == TerminalStyle(tone: .one, isBold: true), "tones are bold")
        #expect(TerminalStyle(tone: .quiet) == .dim && TerminalStyle(tone: nil) == .plain)
    }

    @Test func becomesSequencesOnlyWhereColourIs() {
        var line = StyledLine("a ", .dim)
        line.append("b", TerminalStyle(tone: .two))
        line.append(" c")
        line.append("d", TerminalStyle(.blue))
        #expect(line.text(.ansi) == "\u{1B}[2ma \u{1B}[0m\u{1B}[1;31mb\u{1B}[0m c\u{1B}[34md\u{1B}[0m")
        #expect(line.text(.none) == "a b cd")
    }

    @Test func losesOnlyPlainSpacesAtItsEnd() {
        var line = StyledLine("a ", .dim)
        #expect(line.trimmed == line)
        line.append(" b  ")
        #expect(line.trimmed.plain == "a  b" && line.trimmed.width == 4)
        #expect(StyledLine("   ").trimmed == StyledLine())
    }

    @Test func standsWhereItIsPut() {
        let line = StyledLine("ab")
        #expect(line.centred(in: 5).plain == " ab  " && line.flushRight(in: 5).plain == "   ab")
        #expect(line.filled(to: 5, indent: 1).plain == " ab  " && line.filled(to: 1, indent: -3).plain == "ab")
    }
}
