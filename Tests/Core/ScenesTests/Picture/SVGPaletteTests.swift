import Testing

@testable import Scenes

@Suite struct SVGPaletteTests {
    /// Returns the colours that may be behind a text or a sign on a board of this style.
    static func grounds(_ style: BoardStyle?, _ palette: SVGPalette) -> [String] {
        switch style {
        case nil: [palette.paper, palette.square, palette.shadedSquare, palette.highlight, palette.liveTint]
        case .lined: [palette.paper, palette.highlight, palette.liveTint]
        case .checkered: [palette.checks.light, palette.checks.dark]
        case .wood: [palette.wood]
        case .blue: [palette.blue]
        case .sea: [palette.sea]
        case .felt: [palette.felt]
        }
    }

    static let styles: [BoardStyle?] = [nil] + BoardStyle.allCases

    @Test func measuresContrast() {
        #expect(abs(contrast("#000000", "#ffffff") - 21) < 0.01)
        #expect(contrast("#777777", "#777777") == 1)
    }

    @Test(arguments: Theme.allCases) func inksAreReadableOnEveryGround(theme: Theme) {
        let palette = SVGPalette.of(theme)
        for style in Self.styles {
            let inks = palette.inks(on: style)
            for ground in Self.grounds(style, palette) {
                for tone in [nil] + Tone.allCases {
                    let (ink, name) = (inks.ink(tone), tone?.rawValue ?? "ink")
                    #expect(contrast(ink, ground) >= 4.5, "\(name) \(ink) on \(style?.rawValue ?? "plain") \(ground)")
                }
                // Signs that aren't text need a contrast of 3 : 1 (1.4.11).
                for sign in [inks.ring, inks.live, inks.quiet] {
                    #expect(contrast(sign, ground) >= 3, "\(sign) on \(style?.rawValue ?? "plain") \(ground)")
                }
            }
            #expect(contrast(inks.good, inks.casing) >= 3, "the line that won on \(style?.rawValue ?? "plain")")
        }
        #expect(contrast(palette.buttonInk, palette.button) >= 4.5)
        #expect(contrast(palette.inks.quiet, palette.idleButton) >= 4.5)
        #expect(contrast(palette.inks.ink, palette.liveTint) >= 4.5)
        #expect(contrast(palette.stroke, palette.paper) >= 3)
        #expect(contrast(palette.blue, palette.hole) >= 3 || contrast(palette.blueEdge, palette.blue) >= 1.5)
    }

    @Test(arguments: Theme.allCases) func tonesDiffer(theme: Theme) {
        for style in Self.styles {
            let inks = SVGPalette.of(theme).inks(on: style)
            #expect(Set(Tone.allCases.map { inks.ink($0) } + [inks.ink(nil)]).count == Tone.allCases.count + 1)
        }
    }

    @Test func themesDifferInWhatTheyAreFor() {
        #expect(contrast(SVGPalette.of(.dark).paper, "#000000") < 1.5)
        #expect(SVGPalette.of(.contrast).rule == "#000000" && SVGPalette.of(.contrast).weight > 1)
        let usual = contrast(SVGPalette.of(.light).inks.quiet, SVGPalette.of(.light).paper)
        #expect(contrast(SVGPalette.of(.contrast).inks.quiet, SVGPalette.of(.contrast).paper) > max(7, usual))
    }
}
