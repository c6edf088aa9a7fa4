/// What a cluster is good for: a function of what its servers say and of how many replicas were asked for.
public enum ClusterReport: Hashable, Sendable {
    /// It can't keep matches; a sentence says why.
    case refused(String)
    /// It can; sentences for whoever runs the server.
    case usable(isBatched: Bool, durability: String)

    /// The first version that knows all requests used here.
    static let least = ServerVersion(2, 9, 0)
    /// The first version that looks at the expected number again when a replicated entry is applied.
    static let leastReplicated = ServerVersion(2, 9, 21)
    /// The first version that can be told how often it writes to the disk for good.
    static let leastSync = ServerVersion(2, 10, 0)
    /// The first version that answers one reading with many entries.
    static let leastBatched = ServerVersion(2, 11, 0)

    /// Judges the servers that answered.
    public init(servers: [ServerFacts], replicas: Int) {
        guard !servers.isEmpty else {
            self = .refused("no server answered")
            return
        }
        guard JetStreamConfiguration.replicas.contains(replicas) else {
            self = .refused("expected 1, 3 or 5 replicas, found \(replicas)")
            return
        }
        var oldest = ServerVersion(.max, 0, 0)
        for server in servers {
            guard let version = ServerVersion(server.version) else {
                self = .refused(
                    "\(server.place) says that it is of version \"\(server.version.prefix(40))\", which is none")
                return
            }
            guard server.hasJetStream else {
                self = .refused("JetStream is off at \(server.place): give its configuration a block jetstream { … }")
                return
            }
            if let reason = Self.refusal(version, replicas: replicas) {
                self = .refused("\(server.place) is nats-server \(version), and \(reason)")
                return
            }
            oldest = min(oldest, version)
        }
        self = .usable(
            isBatched: oldest >= Self.leastBatched, durability: Self.durability(oldest, replicas: replicas))
    }

    /// Why a server of a version can't keep so many replicas; nil where it can.
    static func refusal(_ version: ServerVersion, replicas: Int) -> String? {
        if version < least {
            return
                "versions before \(least) don't know the requests that Parlor needs. Install \(leastBatched) or newer"
        }
        if replicas > 1, version < leastReplicated {
            return
                "versions before \(leastReplicated) let several writers win the same number of a replicated log, which "
                + "forks matches. Install \(leastReplicated) or newer (best \(leastBatched)), or keep one replica"
        }
        return nil
    }

    /// What an acknowledged entry survives.
    static func durability(_ version: ServerVersion, replicas: Int) -> String {
        let kept =
            replicas == 1
            ? "Each entry is kept by one server: matches stand still while it is down."
            : "Each entry is kept by \(replicas) servers, and acknowledged when \(replicas / 2 + 1) have it: "
                + "\(counted(replicas / 2)) may be down."
        if version < leastSync {
            return kept
                + " nats-server \(version) has no sync_interval: it writes to the disk for good every two minutes, so that "
                + (replicas == 1 ? "a loss of power" : "a loss of power of all at once") + " takes the last entries."
                + " From \(leastSync) on it can be set."
        }
        return kept
            + " With \"sync_interval: always\" in the servers' configuration, which can't be seen from here, they survive a loss"
            + " of power\(replicas == 1 ? "" : " of all at once"); without it up to two minutes of entries don't."
    }

    private static func counted(_ servers: Int) -> String { servers == 1 ? "one of them" : "\(servers) of them" }
}
