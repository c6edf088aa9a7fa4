import Testing

@testable import Conformance

@Suite struct ReportTextTests {
    @Test func numbersAreGrouped() {
        #expect(
            [0, 999, 1000, 1_234_567, -1000].map { ReportText.grouped($0) } == [
                "0", "999", "1,000", "1,234,567", "-1,000",
            ])
        #expect(ReportText.grouped(UInt64.max) == "18,446,744,073,709,551,615")
    }

    @Test func onlyAllOfItIsAHundredPercent() {
        #expect([0, 0.5, 0.999, 1].map(ReportText.percent) == ["0 %", "50 %", "99 %", "100 %"])
        #expect([-1, 2, .nan, .infinity].map(ReportText.percent) == ["0 %", "100 %", "?", "?"])
    }

    @Test func decimalsHaveOneDigit() {
        #expect([0, 1.25, 2.96, -1.5, .nan, 1e300].map(ReportText.decimal) == ["0.0", "1.3", "3.0", "-1.5", "?", "?"])
    }

    @Test func linesBreakBetweenWords() {
        let text = ReportText(hasUnicode: true, hasColour: false, columns: 12)
        #expect(
            text.wrapped("one two three four", indent: 2, label: "V1") == ["  V1 one two", "     three", "     four"])
        #expect(text.wrapped("a", label: "A long label:") == ["A long", "  label: a"])
        #expect(text.wrapped("abcdefghijklmnop") == ["abcdefghijklmnop"])
        #expect(text.wrapped("") == [""])
    }

    @Test func longTextsAreCut() {
        let text = ReportText(hasUnicode: true, hasColour: false, columns: 80)
        #expect(text.safe(String(repeating: "a", count: 5000)).count == ReportText.longestText + 1)
    }
}
