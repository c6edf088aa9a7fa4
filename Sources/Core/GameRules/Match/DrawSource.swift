import Crypto
import Values

/// The source of a match's random numbers: its seed, or the keys of its plies if several devices
/// play.
package struct DrawSource {
    /// The seed, which keys the draws.
    package internal(set) var seed: UInt64 {
        didSet { if seed != oldValue { changes &+= 1 } }
    }
    /// The keys of the draws for each ply, if several devices play; nil if the seed keys them.
    var keys: RandomDrawKeys? {
        didSet { changes &+= 1 }
    }
    /// Whether `setup` draws and has no key yet. Until the key arrives, the match has no state.
    package internal(set) var awaitsSetup = false {
        didSet { if awaitsSetup != oldValue { changes &+= 1 } }
    }
    /// How often the source has changed.
    private(set) var changes: UInt64 = 0

    init(seed: UInt64, keys: RandomDrawKeys? = nil) {
        self.seed = seed
        self.keys = keys
    }

    /// Keys the draws of a Lua state at the start of the match.
    func key(_ draws: RandomDraws) { draws.use(seed: seed, keys: keys) }

    /// The keys of the match's draws, with a spare key, so that later plies without a key of their
    /// own can draw, too.
    package var kept: ReplayedDraws {
        var keys = keys
        keys?.spare = .random(in: 0...UInt64.max)
        return ReplayedDraws(seed: seed, keys: keys)
    }
}

/// The keys of the draws in a match that several devices play: 32 bytes for each ply that draws,
/// and for `setup`, which is ply 0. They arrive one by one, and a ply that draws waits for its key.
package struct RandomDrawKeys: Hashable, Sendable {
    static let size = 32
    /// The placeholder for a key that hasn't arrived. The numbers that it gives don't count: a ply
    /// that drew them is played again.
    static let none = [UInt8](repeating: 0, count: size)

    private var keys: [Int: [UInt8]] = [:]
    /// The key for plies without a key of their own; nil if such plies wait.
    var spare: UInt64?

    /// Creates a set without keys.
    package init() {}

    /// The key of a ply, from 1, or of `setup` for 0. Setting a value that doesn't have 32 bytes
    /// removes the key.
    package subscript(ply: Int) -> [UInt8]? {
        get { keys[ply] ?? spare.map { Array(SHA256.hash(data: Array("\($0) \(ply)".utf8))) } }
        set { keys[ply] = newValue?.count == Self.size ? newValue : nil }
    }

    /// Removes the keys of a ply and of all later ones.
    ///
    /// - Returns: Whether there were any.
    mutating func drop(from ply: Int) -> Bool {
        let before = keys.count
        keys = keys.filter { $0.key < ply }
        return keys.count < before
    }
}

/// The keys of a match's draws, to play the match again with another version of its script.
package struct ReplayedDraws: Hashable, Sendable {
    let seed: UInt64
    let keys: RandomDrawKeys?
}
