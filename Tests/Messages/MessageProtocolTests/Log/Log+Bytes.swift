import Values

@testable import MessageProtocol

/// Logs in which nothing is sealed: their bytes are the same in every match.
extension Log {
    var bytes: [UInt8] { bytes(ShortSeals()) }

    init(bytes: [UInt8], seats: Int, limit: Int = WireLimits().plies) throws {
        let match = try TestMatch(names: (1...seats).map { "P\($0)" }).match
        try self.init(bytes: bytes, of: match, limit: limit)
    }
}
