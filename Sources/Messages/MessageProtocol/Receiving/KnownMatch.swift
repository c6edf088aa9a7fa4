/// A match as this device knows it.
public struct KnownMatch: Sendable {
    /// Verified and replayed.
    public let signedLog: SignedLog
    /// The public part of the key that this device holds for the match; nil if it only watches.
    public let ownKey: SeatKey.Public?
    /// The keys that this device holds, for signatures that it made before and that its log holds no more.
    let keys: [SeatKey]

    /// A match that was verified and replayed before, with the public part of the key that this device has for it.
    public init(_ signedLog: SignedLog, ownKey: SeatKey.Public? = nil) {
        self.signedLog = signedLog
        self.ownKey = ownKey
        keys = []
    }

    /// A match that was verified and replayed before, with the keys that this device has for it. With several keys no seat
    /// is its own more than the others.
    public init(_ signedLog: SignedLog, keys: [SeatKey]) {
        self.signedLog = signedLog
        self.keys = keys
        ownKey = keys.count == 1 ? keys.first?.publicKey : nil
    }

    /// This device's seat: the one whose key it holds.
    public var ownSeat: Int? { ownKey.flatMap { signedLog.roster.seat(of: $0) } }
}
