import Foundation
import Hosting

/// The NATS servers that store the matches, and the settings for storing them.
///
/// As a url: `nats://one:4222,two:4222,three:4222?replicas=3`. The query may have these keys:
/// - `replicas`: the number of servers that store each entry, 1, 3 or 5. The default is 3 if three
///   servers or more are named, else 1.
/// - `prefix`: the beginning of all names of streams and subjects (default: `parlor`). Two sites in
///   one cluster need two different prefixes.
/// - `creds`: a file of credentials.
/// - `ca`: a file of certificate authorities to trust. It needs `tls://` instead of `nats://`.
///
/// A name and a password may precede the first server: `nats://name:password@one:4222,two:4222`.
/// The name and password apply to all servers.
public struct JetStreamConfiguration: Hashable, Sendable {
    /// The `host:port` of each server.
    public let servers: [String]
    /// The number of servers that store each entry.
    public var replicas: Int
    /// The allowed numbers of replicas. An even number of replicas survives no more failures than
    /// the odd number before it.
    static let replicas = [1, 3, 5]
    /// The beginning of all names of streams and subjects.
    public let prefix: String
    /// The name, or the name and the password, as in the url.
    let user: String?
    /// Whether connections have to be encrypted (`tls://`).
    public let isSecure: Bool
    /// The file of credentials.
    public let credentials: String?
    /// The file of certificate authorities to trust.
    public let authorities: String?

    /// The time for which an append, a read or a start is retried before it fails as unavailable.
    /// This time is longer than a cluster takes to elect another leader.
    public var patience = Duration.seconds(20)
    /// The time that one attempt waits for an answer.
    public var wait = Duration.milliseconds(1000)
    /// The number of calls that may wait for the servers at once. Each call needs a thread. While a
    /// stream has no leader, a call to that stream occupies its thread for the whole ``wait``, and
    /// the calls to other streams need further threads.
    public var threads = 96

    /// Reads a url.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``. The text says what was expected, and never quotes
    ///   the password.
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

    /// Returns `host:port`, with the default port if `text` has none.
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

    /// The urls for the client, one for each server.
    var urls: [String] { servers.map { "nats://\(user.map { "\($0)@" } ?? "")\($0)" } }

    /// The servers without the password, for error messages.
    var place: String { servers.joined(separator: ",") }
}
