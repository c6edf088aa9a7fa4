/// An entry of a match's log as an engine keeps it: bytes under a number and a nonce.
public struct LoggedEntry: Hashable, Sendable {
    /// Its place in the log of its match, from 1, without gaps.
    public var number: Int
    /// Who appends tells by it whether an entry is its own.
    public var nonce: Nonce
    /// What it says; see ``HostedEntry``. At most ``mostBytes``.
    public var bytes: [UInt8]

    /// The size of the largest entry: 16 KiB.
    public static let mostBytes = 16 << 10

    /// Makes an entry.
    public init(number: Int, nonce: Nonce, bytes: [UInt8]) {
        self.number = number
        self.nonce = nonce
        self.bytes = bytes
    }
}
