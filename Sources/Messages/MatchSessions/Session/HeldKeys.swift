import MessageProtocol

/// The keys that one participant holds in a match, without duplicates. They are the keys of the seats
/// that are played here, of a requested seat, or of bets.
package struct HeldKeys: Sendable {
    /// The keys, the first one first.
    package private(set) var all: [HeldKey] = []

    /// A key, with its public part.
    package struct HeldKey: Sendable {
        package let key: SeatKey
        package let publicKey: SeatKey.Public

        init(_ key: SeatKey) { (self.key, publicKey) = (key, key.publicKey) }
    }

    /// Creates the set of these keys.
    init(_ keys: [SeatKey]) { for key in keys { hold(key) } }

    /// Whether no key is held.
    var isEmpty: Bool { all.isEmpty }

    /// The public parts, in the order of the keys.
    package var publicKeys: [SeatKey.Public] { all.map(\.publicKey) }

    /// The keys without their public parts, in order.
    var secretKeys: [SeatKey] { all.map(\.key) }

    /// Adds a key, unless the session has the key already.
    mutating func hold(_ key: SeatKey) {
        let new = HeldKey(key)
        if !all.contains(where: { $0.publicKey == new.publicKey }) { all.append(new) }
    }

    /// Returns the seats of these keys, in order.
    func seats(in roster: Roster) -> [Int] { all.compactMap { roster.seat(of: $0.publicKey) }.sorted() }

    /// Returns the key of a seat in a log; nil if it isn't held.
    func key(of seat: Int, in log: SignedLog) -> SeatKey? {
        log.roster[seat].flatMap { entry in all.first { $0.publicKey == entry.key }?.key }
    }

    /// Returns a key without a seat.
    func spareKey(in roster: Roster) -> SeatKey? { all.first { roster.seat(of: $0.publicKey) == nil }?.key }

    /// Returns the log with another ply of a seat, signed with its key.
    func adding(
        _ action: Ply.Action, of seat: Int, to log: SignedLog, placement: SignedLog.Placement = .end
    ) throws(SessionError) -> SignedLog {
        guard let key = key(of: seat, in: log) else { throw .request(.keyElsewhere(seat)) }
        return try saying(SessionError.wire) { () throws(WireError) in
            try log.adding([action], seat: seat, placement: placement, key: key)
        }
    }
}
