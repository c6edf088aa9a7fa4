import CLuaBoundary

/// SHA-256 of messages that fit into one block of the hash.
package enum ShortHash {
    /// The most bytes of a message.
    package static let longest = Int(GUARD_SHORT)

    /// Returns the 32 bytes of the hash as four integers, with the highest byte of each integer
    /// first.
    ///
    /// - Parameter message: At most ``longest`` bytes; a longer one is cut.
    package static func words(of message: UnsafeRawBufferPointer) -> SIMD4<Int64> {
        var words: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        withUnsafeMutablePointer(to: &words) { words in
            words.withMemoryRebound(to: Int64.self, capacity: 4) { words in
                message.withMemoryRebound(to: UInt8.self) { bytes in
                    guard let start = bytes.baseAddress else { return }
                    guard_hash_short(start, bytes.count, false, words)
                }
            }
        }
        return SIMD4(words.0, words.1, words.2, words.3)
    }
}
