/// The verdict on a cluster, from the facts that its servers state and from the number of replicas.
public enum ClusterReport: Hashable, Sendable {
    /// The cluster can't store matches. The sentence says why.
    case refused(String)
    /// The cluster can store matches. `durability` tells the operator which failures the stored
    /// entries survive.
    case usable(isBatched: Bool, durability: String)

    /// The first version that supports all requests that Parlor uses.
    static let least = ServerVersion(2, 9, 0)
    /// The first version that checks the expected number again when it applies a replicated entry.
    static let leastReplicated = ServerVersion(2, 9, 21)
    /// The first version with a setting for how often a server syncs its data to the disk.
    static let leastSync = ServerVersion(2, 10, 0)
    /// The first version that answers one read request with many entries.
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

    /// Returns the reason why a server of this version can't store matches with this number of
    /// replicas; nil if it can.
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

    /// Returns the failures that an acknowledged entry survives, in sentences.
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
