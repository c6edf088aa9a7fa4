import Values

/// The extent of a check.
public enum Effort: String, Sendable, CaseIterable {
    /// A check within a time box, short enough to run each time when a script is saved. It plays at
    /// least two games, and then as many as fit into the time. Per-ply properties are checked at
    /// the first ten plies, at one ply between each power of two and the next, and at the last ply.
    case quick
    /// A check of every ply, up to a limit of plies for each game. Of the later plies a sample is
    /// checked.
    case full

    /// Returns whether per-ply properties are checked at this ply. Plies and games count from 0.
    ///
    /// Of the later plies, one is chosen at random between each power of two and the next. Because
    /// the choice is random, all points of a game that repeats itself every few plies are checked
    /// at some time.
    func takes(ply: Int, of game: Int) -> Bool {
        if ply < (self == .quick ? 10 : Self.cap) { return true }
        let power = Int.bitWidth - 1 - ply.leadingZeroBitCount
        var random = SplitMix64(seed: UInt64(truncatingIfNeeded: game) << 6 | UInt64(power))
        return ply == Int.random(in: 1 << power..<2 << power, using: &random)
    }

    /// The number of plies at the start of a game that a full check checks. Of the later plies a
    /// sample is checked.
    static let cap = 200

    /// The sentence on what a quick or full run leaves out.
    package var omission: String {
        switch self {
        case .quick:
            "Per-ply properties were checked at plies 0 to 9, some later ones, and the last. --full takes every ply."
        case .full:
            "In games longer than \(Self.cap) plies, only some of the later plies and the last one were checked."
        }
    }
}
