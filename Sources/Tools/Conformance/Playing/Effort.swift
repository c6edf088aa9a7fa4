import Values

/// How much is checked.
public enum Effort: String, Sendable, CaseIterable {
    /// A time box, for every save of a script: at least two games, then as many as fit; what is checked at every ply is
    /// checked at the first ten, at one between each power of two and the next, and at the last.
    case quick
    /// Every ply, up to a stated cap of work for each game.
    case full

    /// Whether a property that is checked per ply is checked at this one. Plies count from 0, games too.
    ///
    /// Of the later plies one is taken at random between each power of two and the next: a game that repeats itself every few plies
    /// is looked at everywhere.
    func takes(ply: Int, of game: Int) -> Bool {
        if ply < (self == .quick ? 10 : Self.cap) { return true }
        let power = Int.bitWidth - 1 - ply.leadingZeroBitCount
        var random = SplitMix64(seed: UInt64(truncatingIfNeeded: game) << 6 | UInt64(power))
        return ply == Int.random(in: 1 << power..<2 << power, using: &random)
    }

    /// So many plies of one game are checked in full; of those after it a sample.
    static let cap = 200

    /// What a quick or full run leaves out, in words.
    package var omission: String {
        switch self {
        case .quick:
            "Per-ply properties were checked at plies 0 to 9, at fewer and fewer of the later ones, and at the last: --full takes every ply."
        case .full:
            "Of games longer than \(Self.cap) plies, few of the later plies were checked, and the last."
        }
    }
}
