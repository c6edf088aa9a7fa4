import Foundation
import Hosting

/// Which servers of NATS keep the matches, and how.
///
/// As a url: `nats://one:4222,two:4222,three:4222?replicas=3`. Of the query there are
/// - `replicas`: on how many servers each entry is kept, 1, 3 or 5. Without it: 3 where three servers or more are named, else 1.
/// - `prefix`: what all streams and subjects begin with, `parlor` by itself. Two sites in one cluster have two.
/// - `creds`: a file of credentials; `ca`: a file of authorities to trust, with `tls://` instead of `nats://`.
///
/// A name and a password may stand before the first server: `nats://name:password@one:4222,two:4222`. They count for all.
public struct JetStreamConfiguration: Hashable, Sendable {
    /// `host:port` of each server.
    public let servers: [String]
    /// On how many servers each entry is kept.
    public var replicas: Int
    /// How many there may be: an even number survives no more than the one before it.
    static let replicas = [1, 3, 5]
    /// What all streams and subjects begin with.
    public let prefix: String
    /// A name, or a name and a password, as they stand in a url.
    let user: String?
    /// Whether connections have to be encrypted (`tls://`).
    public let isSecure: Bool
    /// A file of credentials.
    public let credentials: String?
    /// A file of authorities to trust.
    public let authorities: String?

    /// How long an append, a reading or a start is tried before it is unavailable: longer than another leader takes.
    public var patience = Duration.seconds(20)
    /// How long one attempt waits for its answer.
    public var wait = Duration.milliseconds(1000)
    /// How many calls wait for the servers at once. While a stream has no leader, all calls to it wait as long as ``wait`` says:
    /// there have to be threads left for the others.
    public var threads = 96

    /// Reads a url.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``, which says what was expected. It quotes no password.
    public init(url: String) throws(MatchLogError) {
        let form = "expected nats://host:port[,host:port…][?replicas=3]"
        guard url.utf8.count <= 4096, let colon = url.range(of: "://") else { throw .refused(form) }
        let scheme = url[..<colon.lowerBound]
        guard scheme == "nats" || scheme == "tls" else {
            throw .refused("\(form), found a url that doesn't begin with nats:// or tls://")
        }
        isSecure = scheme == "tls"
        let halves = url[colon.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var hosts = String(halves[0])
        while hosts.hasSuffix("/") { hosts.removeLast() }
        if let at = hosts.lastIndex(of: "@") {
            user = String(hosts[..<at])
            hosts = String(hosts[hosts.index(after: at)...])
        } else {
            user = nil
        }
        var servers: [String] = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            servers.append(try Self.server(String(host), form))
        }
        guard (1...64).contains(servers.count) else { throw .refused("\(form), found \(servers.count) servers") }
        let query = try Self.query(halves.count > 1 ? String(halves[1]) : "")
        self.servers = servers
        replicas = try Self.replicas(query["replicas"], servers: servers.count)
        prefix = query["prefix"] ?? "parlor"
        guard (1...32).contains(prefix.utf8.count), prefix.utf8.allSatisfy(Self.isWord) else {
            throw .refused("expected at most 32 letters, digits and - for the prefix, found \(prefix.prefix(40))")
        }
        credentials = query["creds"]
        authorities = query["ca"]
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// `host:port`, of `host` with the usual port.
    private static func server(_ text: String, _ form: String) throws(MatchLogError) -> String {
        let colon = text.lastIndex { $0 == ":" }
        let isBracketed = text.hasSuffix("]")
        let host = colon.map { isBracketed ? text : String(text[..<$0]) } ?? text
        let port = colon.map { isBracketed ? "4222" : String(text[text.index(after: $0)...]) } ?? "4222"
        let isHost =
            (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy { isWord($0) || ".:[]_".utf8.contains($0) }
        guard isHost, let number = UInt16(port), number > 0 else {
            throw .refused("\(form), found \"\(text.prefix(80))\" for a server")
        }
        return "\(host):\(number)"
    }

    private static func query(_ text: String) throws(MatchLogError) -> [String: String] {
        var query: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["replicas", "prefix", "creds", "ca"].contains(parts[0]),
                let value = parts[1].removingPercentEncoding
            else {
                throw .refused(
                    "expected replicas=, prefix=, creds= or ca= behind the servers, found \"\(pair.prefix(40))\"")
            }
            query[parts[0]] = value
        }
        return query
    }

    private static func replicas(_ text: String?, servers: Int) throws(MatchLogError) -> Int {
        guard let text else { return servers >= 3 ? 3 : 1 }
        guard let count = Int(text), Self.replicas.contains(count) else {
            throw .refused("expected 1, 3 or 5 replicas, found \(text.prefix(20))")
        }
        return count
    }

    /// What the client gets: one url for each server.
    var urls: [String] { servers.map { "nats://\(user.map { "\($0)@" } ?? "")\($0)" } }

    /// What messages say of it: the servers, without a password.
    var place: String { servers.joined(separator: ",") }
}
