/// How much is checked.
public enum Effort: String, Sendable, CaseIterable {
    /// A time box, for every save of a script: at least two games, then as many as fit; what is checked at every ply is
    /// checked at the first ten, at powers of two, and at the last.
    case quick
    /// Every ply, up to a stated cap of work for each game.
    case full

    /// Is a property that is checked per ply checked at this one? Plies count from 0.
    func takes(ply: Int) -> Bool {
        switch self {
        case .quick: ply < 10 || ply & (ply - 1) == 0
        case .full: ply < Self.cap || ply & (ply - 1) == 0
        }
    }

    /// So many plies of one game are checked in full; of those behind it, powers of two.
    static let cap = 200

    /// What a quick or full run leaves out, in words.
    package var omission: String {
        switch self {
        case .quick:
            "Per-ply properties were checked at plies 0 to 9, at powers of two and at the last: --full takes every ply."
        case .full:
            "Of games longer than \(Self.cap) plies, the plies behind were checked at powers of two and at the last."
        }
    }
}
