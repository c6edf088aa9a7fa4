import Crypto

/// The numbers behind `match.random`: SHA-256 in counter mode, keyed by the match, the ply and a block number, so that
/// nothing of a generator has to be kept, saved or undone.
final class Draws {
    /// What keys all draws of a match, and behind it room for a ply and a block.
    private var message: [UInt8] = []
    private var keyCount = 0
    /// Was anything drawn at all?
    private(set) var wereUsed = false
    /// The last ply that drew, from 1, as far as its numbers were drawn here; 0 for none, and for `setup`.
    private(set) var lastPly = 0
    /// Were plies taken over that were played elsewhere? What they drew isn't known here.
    private(set) var hasGap = false

    /// Plies are taken over from here on that were played elsewhere.
    func skip() { (lastPly, hasGap) = (0, true) }

    /// Draws of a match that is played on one device are keyed by its seed. The match is at its beginning.
    func use(seed: UInt64) {
        (lastPly, hasGap) = (0, false)
        if message.isEmpty {
            let prefix = "parlor-seed-1".utf8
            keyCount = prefix.count + 8
            message = Array(prefix) + [UInt8](repeating: 0, count: 8 + 16)
        }
        message.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: seed.bigEndian, toByteOffset: keyCount - 8, as: UInt64.self)
        }
    }

    /// Answers `host.draw(ply, block)`: the 32 bytes of one hash as four integers.
    func block(_ ply: Int64, _ block: Int64) -> SIMD4<Int64> {
        wereUsed = true
        lastPly = max(lastPly, Int(clamping: ply))
        message.withUnsafeMutableBytes { bytes in
            guard bytes.count == keyCount + 16 else { return }
            bytes.storeBytes(of: ply.bigEndian, toByteOffset: keyCount, as: Int64.self)
            bytes.storeBytes(of: block.bigEndian, toByteOffset: keyCount + 8, as: Int64.self)
        }
        var words = SIMD4<Int64>()
        SHA256.hash(data: message).withUnsafeBytes { bytes in
            for index in 0..<4 {
                words[index] = Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
            }
        }
        return words
    }
}
