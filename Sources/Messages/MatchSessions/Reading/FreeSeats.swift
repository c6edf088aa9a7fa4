import MessageProtocol

/// The free seats of a match in which nobody can move yet, and its start.
public struct FreeSeats: Hashable, Sendable {
    /// The free seats, in order; at least one.
    public let free: [Int]
    /// The first request for each free seat that somebody has asked for, in the same order.
    public let asking: [SeatedJoin]
    /// The seat that this device has asked for.
    public let own: Int?
    /// The seat that starts the match after all free seats are asked for; nil if the match
    /// continues by itself when they are taken.
    public let starter: Int?

    /// The free seats that nobody has asked for yet.
    public var wanting: [Int] { free.filter { seat in !asking.contains { $0.seat == seat } } }

    /// Returns the sentence for a bubble: how many seats are free, or who can start the match.
    package func sentence(_ names: (Int) -> String) -> String {
        if let starter, wanting.isEmpty { return "\(names(starter)) can start the match" }
        return wanting.count == 1 ? "1 seat is free" : "\(wanting.count) seats are free"
    }
}
