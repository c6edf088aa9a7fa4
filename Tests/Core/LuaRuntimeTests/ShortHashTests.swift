import CLuaBoundary
import LuaRuntime
import Testing

/// SHA-256 of messages of one block. Random draws follow from it, so it must be the same on every machine.
@Suite struct ShortHashTests {
    private func hex(_ words: SIMD4<Int64>) -> String {
        (0..<4).map { index in
            let digits = String(UInt64(bitPattern: words[index]), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private func hash(_ message: [UInt8]) -> String { hex(message.withUnsafeBytes { ShortHash.words(of: $0) }) }

    /// Returns the hash that is computed without the processor's SHA instructions.
    private func plainHash(_ message: [UInt8]) -> String {
        var words: [Int64] = [0, 0, 0, 0]
        guard_hash_short(message, message.count, true, &words)
        return hex(SIMD4(words[0], words[1], words[2], words[3]))
    }

    /// Examples of the standard, and the longest message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "0123456789012345678901234567890123456789012345678901234",
            "f34d5a0f80c0cbf84c8c0b90218c22637abd199965249da736a20143c8c9c9d9"
        ),
    ])
    func isTheStandards(message: String, expected: String) {
        #expect(hash(Array(message.utf8)) == expected)
        #expect(plainHash(Array(message.utf8)) == expected)
    }

    @Test func bothWaysGiveTheSame() {
        var generator = SystemRandomNumberGenerator()
        for count in 0...ShortHash.longest {
            for _ in 0..<50 {
                let message = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                #expect(hash(message) == plainHash(message), "\(message)")
            }
        }
    }

    @Test func aLongerMessageIsCut() {
        let longest = [UInt8](repeating: 7, count: ShortHash.longest)
        #expect(hash(longest + [1, 2, 3]) == hash(longest))
    }
}
