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

/// Where a request comes from, as far as limits tell clients apart.
enum ClientAddress {
    /// The address of an IPv4 client; the first 64 bits of an IPv6 one, because whoever has one such address has 2⁶⁴.
    static func text(_ address: SocketAddress?) -> String {
        switch address {
        case .v4: return address?.ipAddress ?? unknown
        case .v6(let v6):
            let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            // ::ffff:1.2.3.4 is an IPv4 client at a socket for both
            if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
                return bytes.suffix(4).map(String.init).joined(separator: ".")
            }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        default: return unknown
        }
    }

    /// The address of a request: of the connection, or what the proxy in front says.
    static func text(of request: Request, _ context: ServerContext, trustsProxy: Bool) -> String {
        // each proxy adds the address that it sees behind the others; only the last one is ours
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return text(context.remoteAddress) }
        let said = last.drop { $0 == " " }.prefix(64)
        return (try? SocketAddress(ipAddress: withoutPort(said), port: 0)).map(text) ?? String(said)
    }

    /// Some proxies say where at the address a connection comes from: `1.2.3.4:5678`, `[::1]:5678`.
    static func withoutPort(_ said: Substring) -> String {
        if said.first == "[", let end = said.firstIndex(of: "]") { return String(said[..<end].dropFirst()) }
        let parts = said.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        return String(parts.count == 2 ? parts[0] : said)
    }

    private static let unknown = "unknown"
}
