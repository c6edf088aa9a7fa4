import Effort
import Testing

@testable import ParlorCommand

@Suite struct LineReaderTests {
    /// Reads `text` in pieces of `pieces` bytes.
    private func lines(_ text: String, longest: Int = 10, pieces: Int) -> [LineReader.Line] {
        var rest = Array(text.utf8)[...]
        var reader = LineReader(longest: longest) {
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
        var found: [LineReader.Line] = []
        while let line = reader.next() { found.append(line) }
        return found
    }

    private func bytes(_ text: String) -> LineReader.Line { .bytes(Array(text.utf8)) }

    @Test(arguments: [1, 2, 3, 7, 100])
    func splitsAtLineEnds(pieces: Int) {
        #expect(lines("", pieces: pieces) == [])
        #expect(lines("one\n\ntwo\n", pieces: pieces) == [bytes("one"), bytes(""), bytes("two")])
        #expect(lines("one\nlast", pieces: pieces) == [bytes("one"), bytes("last")])
    }

    @Test(arguments: [1, 4, 10, 11, 12, 100])
    func skipsLongLinesToTheirEnd(pieces: Int) {
        let text = "0123456789\n0123456789a\nnext\n" + String(repeating: "x", count: 1000) + "\nlast" + "9999999"
        #expect(lines(text, pieces: pieces) == [bytes("0123456789"), .tooLong, bytes("next"), .tooLong, .tooLong])
    }

    @Test func keepsNothingOfALineThatNeverEnds() {
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var chunks = 0
        var most = 0
        var reader: LineReader?
        reader = LineReader(longest: 1 << 20) {
            chunks += 1
            most = max(most, reader?.kept ?? 0)
            return chunks <= TestEffort.extent(quick: 256, full: 4096) ? chunk : []  // 16 or 256 MiB
        }
        var copy = reader
        #expect(copy?.next() == .tooLong)
        #expect(copy?.next() == nil)
        #expect((copy?.kept ?? .max) <= 1 << 17)
    }
}
