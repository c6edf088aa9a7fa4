/// A match as this device knows it.
public struct KnownMatch: Hashable, Sendable {
    /// Verified and replayed.
    public let signedLog: SignedLog
    /// The public part of the key that this device holds for the match; nil if it only watches.
    public let ownKey: SeatKey.Public?

    /// A match that was verified and replayed before, with the public part of the key that this device has for it.
    public init(_ signedLog: SignedLog, ownKey: SeatKey.Public? = nil) {
        self.signedLog = signedLog
        self.ownKey = ownKey
    }

    /// This device's seat: the one whose key it holds.
    public var ownSeat: Int? { ownKey.flatMap { signedLog.roster.seat(of: $0) } }
}
