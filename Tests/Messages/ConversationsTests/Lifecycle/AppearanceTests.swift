import Conversations
import Testing

/// An appearance has valid values, whatever values a host gives.
@Suite struct AppearanceTests {
    @Test func whatIsSaidWellIsKept() {
        let shown = Appearance(
            width: 390, height: 844.9, safeArea: SafeArea(top: 46.5, left: 1, bottom: 34, right: 2), textScale: 1.25,
            locale: "en_GB@calendar=gregorian", isDark: true)
        #expect((shown.width, shown.height) == (390, 844))  // rounded down
        #expect(shown.safeArea == SafeArea(top: 47, left: 1, bottom: 34, right: 2))  // rounded up
        #expect((shown.textScale, shown.locale, shown.isDark) == (1.25, "en_GB@calendar=gregorian", true))
    }

    @Test(arguments: [
        (Double.nan, 0), (.signalingNaN, 0), (.infinity, 10_000), (-.infinity, 0), (1e300, 10_000), (-1e300, 0),
        (-1, 0), (-0.0, 0), (10_000.5, 10_000), (.leastNonzeroMagnitude, 0),
    ])
    func lengthsAreBroughtIntoBounds(points: Double, expected: Int) {
        let shown = Appearance(width: points, height: points)
        #expect((shown.width, shown.height) == (expected, expected))
        let covered = SafeArea(top: points, left: points, bottom: points, right: points)
        let most = points == .leastNonzeroMagnitude ? 1 : expected
        #expect([covered.top, covered.left, covered.bottom, covered.right] == Array(repeating: most, count: 4))
    }

    @Test(arguments: [
        (100.0, 60.0, SafeArea(top: 50, left: 90, bottom: 50, right: 90)), (0, 0, SafeArea(top: 47, bottom: 34)),
        (1, 1, SafeArea(top: 5, left: 5, bottom: 5, right: 5)),
        (10, 10, SafeArea(top: .infinity, left: .nan, bottom: .infinity, right: .infinity)),
    ])
    func noMoreIsCoveredThanThereIs(width: Double, height: Double, covered: SafeArea) {
        let shown = Appearance(width: width, height: height, safeArea: covered)
        #expect(shown.width - shown.safeArea.left - shown.safeArea.right >= 0)
        #expect(shown.height - shown.safeArea.top - shown.safeArea.bottom >= 0)
        #expect(shown.safeArea.top == min(covered.top, shown.height))
    }

    @Test(arguments: [
        (Double.nan, 1.0), (.infinity, 5), (-.infinity, 0.5), (0, 0.5), (1e9, 5), (0.82, 0.82), (3.1, 3.1),
    ])
    func textScalesAreBroughtIntoBounds(scale: Double, expected: Double) {
        #expect(Appearance(width: 1, height: 1, textScale: scale).textScale == expected)
        #expect(DisplaySettings(textScale: scale).textScale == expected)
    }

    @Test(arguments: [
        ("de_AT", "de_AT"), ("", "en"), ("\u{0}\n\u{1B}", "en"), ("en\u{1B}[2J_GB\n", "en[2J_GB"), ("ελ", "en"),
        ("a" + String(repeating: "b", count: 1_000_000), "a" + String(repeating: "b", count: 63)),
        (String(repeating: "\n", count: 64) + "de", "en"),
    ])
    func localesAreShortAndPrintable(name: String, expected: String) {
        #expect(Appearance(width: 1, height: 1, locale: name).locale == expected)
        #expect(DisplaySettings(locale: name).locale == expected)
    }

    @Test func aPhoneHasAViewForEachStyle() {
        let phone = DisplaySettings(
            maximumWidth: 280, textScale: 2, locale: "de", isDark: true, width: 844, height: 390,
            safeArea: SafeArea(left: 47, bottom: 21, right: 48))
        #expect(phone.appearance(in: .expanded) == phone.screen)
        let compact = phone.appearance(in: .compact)
        #expect(compact.width == 844 && compact.height < 390)
        #expect(compact.safeArea == phone.screen.safeArea)
        #expect(DisplaySettings().appearance(in: .compact).safeArea == SafeArea(bottom: 34))
        let offered = phone.appearance(in: .transcript)
        #expect((offered.width, offered.height, offered.safeArea) == (280, 280, SafeArea()))
        let bubble = phone.appearance(in: .transcript, bubble: (200, 40))
        #expect((bubble.width, bubble.height) == (200, 40))
        for shown in [compact, offered, bubble] {
            #expect((shown.textScale, shown.locale, shown.isDark) == (2, "de", true))
        }
        // a screen that is lower than an ordinary compact view
        #expect(DisplaySettings(height: 100).appearance(in: .compact).height == 100)
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (Int.max, 10_000), (320, 320)])
    func bubblesHaveAWidth(width: Int, expected: Int) {
        #expect(DisplaySettings(maximumWidth: width).maximumWidth == expected)
        #expect(DisplaySettings(maximumWidth: width).appearance(in: .transcript).width == expected)
    }
}
