import Foundation
import Hosting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The first line that a NATS server sends to a client, `INFO {…}`. The line states the server's
/// version, which the client library reads but doesn't expose.
enum ServerGreeting {
    /// The size of the largest greeting that is read.
    static let mostBytes = 64 << 10

    /// Asks every server, and returns the facts of the servers that answer in time.
    static func facts(of servers: [String], within wait: Duration, on threads: BlockingThreads) async -> [ServerFacts] {
        await withTaskGroup(of: ServerFacts?.self) { group in
            for server in servers {
                group.addTask { await threads.run { facts(of: server, within: wait) } ?? nil }
            }
            return await group.reduce(into: []) { facts, one in if let one { facts.append(one) } }
                .sorted { $0.place < $1.place }
        }
    }

    /// Asks one server. Blocks the thread.
    static func facts(of server: String, within wait: Duration) -> ServerFacts? {
        guard let line = line(of: server, within: wait) else { return nil }
        return facts(line: line, place: server)
    }

    /// Reads a greeting; nil for a line that isn't a greeting.
    static func facts(line: [UInt8], place: String) -> ServerFacts? {
        struct Info: Decodable {
            var server_name: String?
            var version: String
            var jetstream: Bool?
        }
        guard line.starts(with: Array("INFO ".utf8)),
            let info = try? JSONDecoder().decode(Info.self, from: Data(line.dropFirst(5)))
        else { return nil }
        return ServerFacts(
            place: place, name: String((info.server_name ?? "").prefix(128)), version: info.version,
            hasJetStream: info.jetstream ?? false)
    }

    private static func line(of server: String, within wait: Duration) -> [UInt8]? {
        guard let colon = server.lastIndex(of: ":") else { return nil }
        let host = server[..<colon].trimmingCharacters(in: ["[", "]"])
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(server[server.index(after: colon)...]), &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        let deadline = ContinuousClock.now + wait
        var next = found
        while let address = next {
            if let line = line(at: address.pointee, until: deadline) { return line }
            next = address.pointee.ai_next
        }
        return nil
    }

    private static func line(at address: addrinfo, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        let socket = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard socket >= 0 else { return nil }
        defer { _ = close(socket) }
        guard fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) == 0, fcntl(socket, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        if connect(socket, address.ai_addr, address.ai_addrlen) != 0 {
            guard errno == EINPROGRESS, isReady(socket, Int16(POLLOUT), until: deadline) else { return nil }
        }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count < mostBytes, isReady(socket, Int16(POLLIN), until: deadline) {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            line += buffer[..<count]
            if let end = line.firstIndex(of: UInt8(ascii: "\n")) { return Array(line[..<end]) }
        }
        return nil
    }

    private static func isReady(_ socket: Int32, _ events: Int16, until deadline: ContinuousClock.Instant) -> Bool {
        let left = deadline - .now
        guard left > .zero else { return false }
        var waiting = pollfd(fd: socket, events: events, revents: 0)
        return poll(&waiting, 1, Int32(clamping: left.milliseconds)) == 1
    }
}

/// The facts that a server states when a client connects.
public struct ServerFacts: Hashable, Sendable {
    /// The `host:port` to which this process connected.
    public var place: String
    /// The server's own name.
    public var name: String
    /// The version, as the server writes it.
    public var version: String
    /// Whether JetStream runs on the server.
    public var hasJetStream: Bool

    /// Creates facts.
    public init(place: String, name: String, version: String, hasJetStream: Bool) {
        self.place = place
        self.name = name
        self.version = version
        self.hasJetStream = hasJetStream
    }
}

/// The version of a nats-server: `2.9.21`, or `2.12.0-RC.1`, which counts as 2.12.0.
public struct ServerVersion: Hashable, Sendable {
    /// The three numbers of the version.
    public let major, minor, patch: Int

    /// Creates a version.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads the version that a server states; nil for any other text.
    public init?(_ text: String) {
        let plain = text.prefix { $0 != "-" && $0 != "+" }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.count <= 6 ? Int(part) : nil }
        guard text.utf8.count <= 64, parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }
}

extension ServerVersion: Comparable {
    public static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension ServerVersion: CustomStringConvertible {
    public var description: String { "\(major).\(minor).\(patch)" }
}
