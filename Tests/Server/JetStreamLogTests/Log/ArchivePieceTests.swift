import Hosting
import Testing

@testable import JetStreamLog

@Suite struct ArchivePieceTests {
    private func entries(_ numbers: ClosedRange<Int>, bytes: Int) -> [LoggedEntry] {
        numbers.map {
            LoggedEntry(number: $0, nonce: .random(), bytes: [UInt8](repeating: UInt8($0 % 251), count: bytes))
        }
    }

    private func message(_ piece: ArchivePiece, subject: String = "parlor.archive.m.") throws -> NatsMessage {
        NatsMessage(
            subject: subject + String(piece.index), headers: [.first: String(piece.first), .sequence: "7"],
            payload: try EntryArchive(entries: piece.entries).bytes())
    }

    @Test func aPieceComesBackAsItWas() throws {
        let entries = entries(41...60, bytes: 100)
        let back = try ArchivePiece(message(ArchivePiece(index: 3, sequence: 0, entries: entries)))
        #expect(back == ArchivePiece(index: 3, sequence: 7, entries: entries))
    }

    @Test func smallOnesGoIntoTheLastPiece() {
        let last = ArchivePiece(index: 1, sequence: 9, entries: entries(5...8, bytes: 100))
        let pieces = ArchivePiece.pieces(adding: entries(9...10, bytes: 100), behind: last)
        #expect(pieces.map(\.index) == [1])
        #expect(pieces[0].sequence == 9)
        #expect(pieces[0].entries.map(\.number) == Array(5...10))
    }

    @Test func aFullPieceIsLeftAloneAndNoneIsTooLarge() throws {
        let largest = entries(1...100, bytes: LoggedEntry.mostBytes)
        let pieces = ArchivePiece.pieces(adding: largest, behind: nil)
        #expect(pieces.flatMap(\.entries) == largest)
        #expect(pieces.map(\.index) == Array(0..<pieces.count))
        for piece in pieces { #expect(try message(piece).payload.count <= 512 << 10) }
        let full = ArchivePiece(index: 0, sequence: 4, entries: pieces[0].entries)
        let behind = ArchivePiece.pieces(adding: entries(100...100, bytes: LoggedEntry.mostBytes), behind: full)
        #expect(behind.map(\.index) == [1])
        #expect(behind[0].sequence == 0)
    }

    @Test func anythingElseIsDamaged() throws {
        let good = try message(ArchivePiece(index: 0, sequence: 0, entries: entries(1...3, bytes: 10)))
        var bad = [good, good, good, good, good]
        bad[0].payload[20] ^= 1
        bad[1].headers[.first] = nil
        bad[2].headers[.first] = String(Int.max)
        bad[3].headers[.sequence] = nil
        bad[4].payload = []
        for message in bad { #expect(throws: MatchLogError.self) { try ArchivePiece(message) } }
    }
}
