import Values

@testable import MessageProtocol

/// The bytes of logs without sealed moves, which are the same in every match.
extension Log {
    var bytes: [UInt8] { bytes(ShortSeals()) }

    init(bytes: [UInt8], seats: Int, limit: Int = WireLimits().plies) throws {
        let match = try TestMatch(names: (1...seats).map { "P\($0)" }).match
        try self.init(bytes: bytes, of: match, limit: limit)
    }
}
