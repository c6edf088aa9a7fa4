/// A match as this device knows it.
public struct KnownMatch: Sendable {
    /// The log, verified and replayed.
    public let signedLog: SignedLog
    /// The public part of the key that this device holds for the match; nil if the device only
    /// watches.
    public let ownKey: SeatKey.Public?
    /// The keys of this device. They sign their seats' entries again if the log no longer has the
    /// signatures of these entries.
    let keys: [SeatKey]

    /// Creates a known match from a log that was verified and replayed, and the public part of this
    /// device's key.
    public init(_ signedLog: SignedLog, ownKey: SeatKey.Public? = nil) {
        self.signedLog = signedLog
        self.ownKey = ownKey
        keys = []
    }

    /// Creates a known match from a log that was verified and replayed, and this device's keys. A
    /// device with several keys has no own seat.
    public init(_ signedLog: SignedLog, keys: [SeatKey]) {
        self.signedLog = signedLog
        self.keys = keys
        ownKey = keys.count == 1 ? keys.first?.publicKey : nil
    }

    /// The seat whose key this device holds.
    public var ownSeat: Int? { ownKey.flatMap { signedLog.roster.seat(of: $0) } }
}
