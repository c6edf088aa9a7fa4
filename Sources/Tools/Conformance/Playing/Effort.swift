import Values

/// The extent of a check.
public enum Effort: String, Sendable, CaseIterable {
    /// A time box, for every save of a script: at least two games, then as many as fit. Per-ply
    /// properties are checked at the first ten plies, at one ply between each power of two and the
    /// next, and at the last.
    case quick
    /// Every ply, up to a stated cap for each game.
    case full

    /// Returns whether per-ply properties are checked at this ply. Plies and games count from 0.
    ///
    /// Of the later plies one is taken at random between each power of two and the next. A game
    /// that repeats itself every few plies is therefore checked at all of its points.
    func takes(ply: Int, of game: Int) -> Bool {
        if ply < (self == .quick ? 10 : Self.cap) { return true }
        let power = Int.bitWidth - 1 - ply.leadingZeroBitCount
        var random = SplitMix64(seed: UInt64(truncatingIfNeeded: game) << 6 | UInt64(power))
        return ply == Int.random(in: 1 << power..<2 << power, using: &random)
    }

    /// The plies of one game that are checked in full. Of the later ones a sample is checked.
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
