/// The signs of the suits, drawn here so that they look the same in every font.
enum SVGSuit {
    /// An outline from the middle of the sign, 12 pixels high.
    static func outline(_ suit: PlayingCard.Suit) -> String {
        switch suit {
        case .diamonds: "m0-6.5l4.6 6.5-4.6 6.5-4.6-6.5z"
        case .hearts: "m0 6c-1.5-2.2-6-5-6-8.7a3.1 3.1 0 0 1 6-1a3.1 3.1 0 0 1 6 1c0 3.7-4.5 6.5-6 8.7z"
        case .spades:
            "m0-6c1.5 2 6 4.6 6 8a2.9 2.9 0 0 1-5.2 1.6q.2 1.6 1.7 2.4h-5q1.5-.8 1.7-2.4a2.9 2.9 0 0 1-5.2-1.6"
                + "c0-3.4 4.5-6 6-8z"
        case .clubs:
            "m0-6a2.9 2.9 0 1 1-.01 0zm-3.2 4.5a2.9 2.9 0 1 1-.01 0zm6.4 0a2.9 2.9 0 1 1-.01 0z"
                + "m-4.2 .8h2l.3 4q.2 1.8 1.4 2.7h-5.4q1.2-.9 1.4-2.7z"
        }
    }

    /// Where the pips of a card lie, from its middle, in units of its columns and rows; the lower half stands on its head.
    static func places(_ rank: PlayingCard.Rank) -> [(x: Double, y: Double)] {
        let sides = { (rows: [Double]) in rows.flatMap { [(-1.0, $0), (1.0, $0)] } }
        return switch rank {
        case .two: [(0, -1), (0, 1)]
        case .three: [(0, -1), (0, 0), (0, 1)]
        case .four: sides([-1, 1])
        case .five: sides([-1, 1]) + [(0, 0)]
        case .six: sides([-1, 0, 1])
        case .seven: sides([-1, 0, 1]) + [(0, -0.5)]
        case .eight: sides([-1, 0, 1]) + [(0, -0.5), (0, 0.5)]
        case .nine: sides([-1, -0.33, 0.33, 1]) + [(0, 0)]
        case .ten: sides([-1, -0.33, 0.33, 1]) + [(0, -0.66), (0, 0.66)]
        case .ace, .jack, .queen, .king: []
        }
    }
}
