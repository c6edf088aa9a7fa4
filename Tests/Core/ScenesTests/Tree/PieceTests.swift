import Testing

@testable import Scenes

@Suite struct PieceTests {
    @Test func everyPieceHasALetterAndAWord() {
        for piece in Piece.allCases {
            for tone in [nil] + Tone.allCases {
                #expect(DisplayWidth.of(piece.sign(tone)) == 1, "\(piece)")
                #expect(!piece.name(tone, mark: nil).isEmpty, "\(piece)")
            }
        }
    }

    @Test func seatsDifferInBoth() {
        for piece in [Piece.disc, .stone, .king, .queen, .rook, .bishop, .knight, .pawn] {
            #expect(piece.sign(.one) != piece.sign(.two), "\(piece)")
            #expect(piece.name(.one, mark: nil) != piece.name(.two, mark: nil), "\(piece)")
        }
        #expect(Piece.ship.sign(.bad) != Piece.ship.sign(nil) && Piece.ship.name(.bad, mark: nil) == "ship, hit")
        #expect(Set(Piece.allCases.compactMap(\.pips)) == Set(1...6))
        #expect(Piece.tile.name(nil, mark: "Q") == "tile Q" && Piece.chip.name(nil, mark: "25") == "chip 25")
    }
}
