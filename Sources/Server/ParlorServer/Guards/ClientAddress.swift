import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The part of a client's address by which limits distinguish clients.
enum ClientAddress {
    /// Returns the address of an IPv4 client, or the first 64 bits of an IPv6 address. The other
    /// bits are left out, because a client usually has all 2⁶⁴ addresses with its first 64 bits.
    static func text(_ address: SocketAddress?) -> String {
        switch address {
        case .v4: return address?.ipAddress ?? unknown
        case .v6(let v6):
            let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            // ::ffff:1.2.3.4 is an IPv4 client at a socket for IPv4 and IPv6
            if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
                return bytes.suffix(4).map(String.init).joined(separator: ".")
            }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        default: return unknown
        }
    }

    /// Returns the client's address for a request: the address of the connection, or the address
    /// that the trusted proxy adds.
    static func text(of request: Request, _ context: ServerContext, trustsProxy: Bool) -> String {
        // each proxy appends the address that it sees, so our own proxy has added the last address;
        // the client can invent the other addresses
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return text(context.remoteAddress) }
        let said = last.drop { $0 == " " }.prefix(64)
        return (try? SocketAddress(ipAddress: withoutPort(said), port: 0)).map(text) ?? String(said)
    }

    /// Returns an address without the port that some proxies add: `1.2.3.4:5678`, `[::1]:5678`.
    static func withoutPort(_ said: Substring) -> String {
        if said.first == "[", let end = said.firstIndex(of: "]") { return String(said[..<end].dropFirst()) }
        let parts = said.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        return String(parts.count == 2 ? parts[0] : said)
    }

    private static let unknown = "unknown"
}
