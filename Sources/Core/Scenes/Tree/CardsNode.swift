/// Playing cards in a row: a hand, a trick, a table.
public struct CardsNode: Hashable, Sendable {
    /// From left to right.
    public let cards: [PlayingCard]
    /// The text of the move that each card plays; as many entries as there are cards.
    public let plays: [String?]
    /// Whether the cards are held like a hand, each over the one before.
    public let isFan: Bool

    /// Makes a row of cards; `plays` is filled up with nil or cut to the number of cards.
    public init(_ cards: [PlayingCard], plays: [String?] = [], isFan: Bool = false) {
        self.cards = cards
        self.isFan = isFan
        self.plays = cards.indices.map { $0 < plays.count ? plays[$0] : nil }
    }
}
