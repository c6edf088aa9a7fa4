import LuaRuntime

/// The numbers behind `match.random`: SHA-256 in counter mode, keyed by the match, the ply and a block number, so that
/// nothing of a generator has to be kept, saved or undone.
final class Draws {
    /// What keys all draws of a match by its seed, and behind it room for a ply and a block; or room for a ply's key and a block.
    private var message: [UInt8] = []
    private var keyCount = 0
    /// The keys of plies, where they come one by one; nil where the seed keys them all.
    private var keys: RandomDrawKeys?
    /// Was anything drawn at all?
    private(set) var wereUsed = false
    /// The last ply that drew, from 1, as far as its numbers were drawn here; 0 for none, and for `setup`.
    private(set) var lastPly = 0
    /// Were plies taken over that were played elsewhere? What they drew isn't known here.
    private(set) var hasGap = false
    /// Was drawn for a ply that has no key yet? The numbers that it got are no one's: what they led to must be thrown away.
    private(set) var lackedKey = false

    /// What is known of the draws before a position of a match.
    struct Progress: Sendable {
        fileprivate(set) var lastPly = 0
        /// Whether plies before the position were played elsewhere, so that what they drew is unknown here.
        var hasGap = false
    }

    /// What is known of the draws so far.
    var progress: Progress { Progress(lastPly: lastPly, hasGap: hasGap) }

    /// Continues at a position that was restored without playing its plies.
    func resume(at progress: Progress) { (lastPly, hasGap) = (progress.lastPly, progress.hasGap) }

    /// Draws of a match that is played on one device are keyed by its seed. The match is at its beginning.
    func use(seed: UInt64) {
        reset()
        keys = nil
        let prefix = "parlor-seed-1".utf8
        if keyCount != prefix.count + 8 {
            keyCount = prefix.count + 8
            message = Array(prefix) + [UInt8](repeating: 0, count: 8 + 16)
        }
        message.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: seed.bigEndian, toByteOffset: keyCount - 8, as: UInt64.self)
        }
    }

    /// Draws of a match that several devices play are keyed ply by ply. The match is at its beginning.
    func use(_ keys: RandomDrawKeys) {
        reset()
        self.keys = keys
        keyCount = RandomDrawKeys.size
        message = [UInt8](repeating: 0, count: RandomDrawKeys.size + 8)
    }

    /// Some plies have got keys.
    func renew(_ keys: RandomDrawKeys) { self.keys = keys }

    private func reset() { (lastPly, hasGap, lackedKey) = (0, false, false) }

    /// Answers `host.draw(ply, block)`: the 32 bytes of one hash as four integers.
    func block(_ ply: Int64, _ block: Int64) -> SIMD4<Int64> {
        wereUsed = true
        if let keys {
            let key = keys[Int(clamping: ply)]
            if key == nil { lackedKey = true } else { lastPly = max(lastPly, Int(clamping: ply)) }
            write(key ?? RandomDrawKeys.none, block)
        } else {
            lastPly = max(lastPly, Int(clamping: ply))
            message.withUnsafeMutableBytes { bytes in
                guard bytes.count == keyCount + 16 else { return }
                bytes.storeBytes(of: ply.bigEndian, toByteOffset: keyCount, as: Int64.self)
                bytes.storeBytes(of: block.bigEndian, toByteOffset: keyCount + 8, as: Int64.self)
            }
        }
        return message.withUnsafeBytes { ShortHash.words(of: $0) }
    }

    private func write(_ key: [UInt8], _ block: Int64) {
        message.withUnsafeMutableBytes { bytes in
            guard bytes.count == keyCount + 8 else { return }
            bytes.copyBytes(from: key)
            bytes.storeBytes(of: block.bigEndian, toByteOffset: keyCount, as: Int64.self)
        }
    }
}
