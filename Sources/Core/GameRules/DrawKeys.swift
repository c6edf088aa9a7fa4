import Crypto

/// The keys of the draws of a match that several devices play: 32 bytes for each ply that draws, and for `setup`, which is ply 0.
/// They come one by one; a ply that draws waits for its own.
package struct DrawKeys: Hashable, Sendable {
    static let size = 32
    /// Stands for a key that isn't there yet. What it gives is drawn by nobody: a ply that got it is played anew.
    static let none = [UInt8](repeating: 0, count: size)

    private var keys: [Int: [UInt8]] = [:]
    /// What keys the plies that have no key of their own; nil where they wait.
    var spare: UInt64?

    /// None is known.
    package init() {}

    /// The key of a ply, from 1, or of `setup` for 0. Another number of bytes is taken for none.
    package subscript(ply: Int) -> [UInt8]? {
        get { keys[ply] ?? spare.map { Array(SHA256.hash(data: Array("\($0) \(ply)".utf8))) } }
        set { keys[ply] = newValue?.count == Self.size ? newValue : nil }
    }

    /// Forgets those of a ply and of all behind it.
    ///
    /// - Returns: Were there any?
    mutating func drop(from ply: Int) -> Bool {
        let before = keys.count
        keys = keys.filter { $0.key < ply }
        return keys.count < before
    }
}
