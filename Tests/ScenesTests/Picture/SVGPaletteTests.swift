import Foundation
import Testing

@testable import Scenes

@Suite struct SVGPaletteTests {
    /// The contrast ratio of two colours written `#rrggbb` (WCAG 2.2, relative luminance).
    private func contrast(_ first: String, _ second: String) -> Double {
        let (one, two) = (luminance(first), luminance(second))
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    private func luminance(_ colour: String) -> Double {
        let number = UInt32(colour.dropFirst(), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> UInt32(shift) & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test func measuresContrast() {
        #expect(abs(contrast("#000000", "#ffffff") - 21) < 0.01)
    }

    @Test func inksAreReadableOnEveryGround() {
        let grounds = [SVGPalette.paper, SVGPalette.square, SVGPalette.shadedSquare, SVGPalette.highlight]
        let inks = Tone.allCases.map { SVGPalette.ink($0) } + [SVGPalette.ink, SVGPalette.quietInk, SVGPalette.redSuit]
        for ground in grounds {
            for ink in inks { #expect(contrast(ink, ground) >= 4.5, "\(ink) on \(ground)") }
        }
        #expect(contrast(SVGPalette.buttonInk, SVGPalette.button) >= 4.5)
        #expect(contrast(SVGPalette.quietInk, SVGPalette.idleButton) >= 4.5)
        // Signs that are no text need 3 : 1 (1.4.11).
        #expect(contrast(SVGPalette.ring, SVGPalette.highlight) >= 3)
        #expect(contrast(SVGPalette.ring, SVGPalette.square) >= 3)
    }

    @Test func tonesDiffer() {
        #expect(Set(Tone.allCases.map { SVGPalette.ink($0) } + [SVGPalette.ink(nil)]).count == Tone.allCases.count + 1)
    }
}
