import LuaRuntime

/// The numbers of `match.random`: SHA-256 in counter mode, over a key, the ply and a block number.
/// A number depends on nothing else, so no state of a generator has to be stored, saved or undone.
final class RandomDraws {
    /// The bytes that are hashed. If the seed keys all plies: the seed's key, then room for a ply
    /// and a block number. Otherwise: room for the key of a ply and a block number.
    private var message: [UInt8] = []
    private var keyCount = 0
    /// The keys of plies that arrive one by one; nil if the seed keys all plies.
    private var keys: RandomDrawKeys?
    /// Whether anything was drawn.
    private(set) var wereUsed = false
    /// The last ply that drew numbers in this Lua state, from 1; 0 if none did, or only `setup`.
    private(set) var lastPly = 0
    /// Whether plies of the match were played in another Lua state. Whether those plies drew is
    /// unknown here.
    private(set) var hasGap = false
    /// Whether a ply without a key has requested random numbers. Those numbers have no meaning:
    /// discard every state that follows from them.
    private(set) var lackedKey = false

    /// A record of the draws before a position of a match.
    struct Progress: Sendable {
        fileprivate(set) var lastPly = 0
        /// Whether plies before the position were played in another Lua state, so that it is
        /// unknown here whether they drew.
        var hasGap = false
    }

    /// A record of the draws so far.
    var progress: Progress { Progress(lastPly: lastPly, hasGap: hasGap) }

    /// Continues at a position that was restored without playing its plies.
    func resume(at progress: Progress) { (lastPly, hasGap) = (progress.lastPly, progress.hasGap) }

    /// Keys the draws by the seed, for a match on one device that is at its start.
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

    /// Keys the draws ply by ply, for a match on several devices that is at its start.
    func use(_ keys: RandomDrawKeys) {
        reset()
        self.keys = keys
        keyCount = RandomDrawKeys.size
        message = [UInt8](repeating: 0, count: RandomDrawKeys.size + 8)
    }

    /// Keys the draws by the keys of plies, or by the seed if there are none, for a match that is
    /// at its start.
    func use(seed: UInt64, keys: RandomDrawKeys?) {
        if let keys { use(keys) } else { use(seed: seed) }
    }

    /// Replaces the keys after keys of further plies have arrived.
    func renew(_ keys: RandomDrawKeys) { self.keys = keys }

    private func reset() { (lastPly, hasGap, lackedKey) = (0, false, false) }

    /// Returns the result of `host.draw(ply, block)`: the 32 bytes of one hash as four integers.
    ///
    /// For a ply that is only tried, `DRAWS_TRIAL`, the numbers are those without a key, which are the same
    /// in every match.
    func block(_ ply: Int64, _ block: Int64) -> SIMD4<Int64> {
        wereUsed = true
        guard ply >= 0 else { return Self.trial(block) }
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

    private static func trial(_ block: Int64) -> SIMD4<Int64> {
        var message = RandomDrawKeys.none + [UInt8](repeating: 0, count: 8)
        message.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: block.bigEndian, toByteOffset: RandomDrawKeys.size, as: Int64.self)
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
