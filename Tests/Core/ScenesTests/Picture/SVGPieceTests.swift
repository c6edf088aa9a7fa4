import Testing
import Values

@testable import Scenes

@Suite struct SVGPieceTests {
    /// Returns the colours of a picture's areas and edges, without the colours of thin lines that are drawn over other
    /// shapes.
    private func colours(_ element: SVGElement) -> Set<String> {
        func value(_ name: SVGElement.Attribute) -> String? {
            element.attributes.first { $0.name == name }?.value
        }
        if value(.opacity) != nil { return [] }
        let own = [value(.fill), value(.stroke)].compactMap(\.self).filter { $0.hasPrefix("#") }
        return element.children.reduce(Set(own)) { $0.union(colours($1)) }
    }

    /// Returns the colours behind a piece. On an upright board a piece is seen through a hole.
    private func behind(_ style: BoardStyle?, _ palette: SVGPalette) -> [String] {
        style == .blue ? [palette.hole] : SVGPaletteTests.grounds(style, palette)
    }

    @Test(arguments: Theme.allCases) func everyPieceShowsOnEveryBoard(theme: Theme) {
        let palette = SVGPalette.of(theme)
        for style in SVGPaletteTests.styles {
            var inks = style == .blue ? palette.inks : palette.inks(on: style)
            inks.hasGold = palette.inks(on: style).hasGold
            for piece in Piece.allCases {
                for tone in [nil] + Tone.allCases {
                    let element = SVGPiece(inks: inks, weight: palette.weight).element(piece, tone: tone)
                    for ground in behind(style, palette) {
                        let best = colours(element).map { contrast($0, ground) }.max() ?? 0
                        #expect(
                            best >= 3,
                            "\(piece) \(tone?.rawValue ?? "") on \(style?.rawValue ?? "plain") \(theme) \(ground)")
                    }
                }
            }
        }
    }

    /// The seats differ not only in colour, but also in lightness or shape.
    @Test func seatsDifferWithoutColour() {
        for piece in [Piece.disc, .stone, .king, .pawn] {
            func shapes(_ tone: Tone) -> String {
                var xml = ""
                SVGPiece(inks: .onLight, weight: 1).element(piece, tone: tone).write(to: &xml)
                return xml
            }
            let (one, two) = (shapes(.one), shapes(.two))
            #expect(one != two)
            if piece == .disc {
                #expect(one.replacing(/#[0-9a-f]{6}/, with: "") != two.replacing(/#[0-9a-f]{6}/, with: ""))
            }
        }
        #expect(contrast(SVGPiece.white, SVGPiece.black) > 10)
    }

    @Test func onlyItsMarkIsWrittenOnATile() {
        func texts(_ piece: Piece) -> String {
            var xml = ""
            SVGPiece(inks: .onLight, weight: 1).element(piece, tone: nil, mark: SafeText("<Q>")).write(to: &xml)
            return xml
        }
        #expect(texts(.tile).contains("&lt;Q&gt;") && texts(.chip).contains("&lt;Q&gt;"))
        #expect(!texts(.rook).contains("&lt;"))
    }
}
