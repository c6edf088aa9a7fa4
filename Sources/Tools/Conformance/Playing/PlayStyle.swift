/// How random moves are chosen. Each style finds games that the others rarely come to.
package enum PlayStyle: String, CaseIterable, Sendable {
    /// Every legal move is as likely as any other.
    case uniform
    /// First one of the open kinds of move, then one of that kind: rare kinds come up more often.
    case kinds
    /// The move that was seen least often so far.
    case unseen
    /// A move that ends the game, if one is found among a few.
    case hasty
    /// Always the first legal move: the quickest way into games that go round in circles.
    case first
    /// Always the last one.
    case last
}
