import Hosting

/// Matches in a cluster of NATS servers with JetStream: the log of many servers of Parlor on many machines.
///
/// ```swift
/// let log = try await JetStreamMatchLog(JetStreamConfiguration(url: "nats://one:4222,two:4222,three:4222"))
/// ```
///
/// An entry is a message on the subject of its match, which the leader of a stream takes only if the last message there has the
/// expected sequence; an id of match and number beside it makes a message that is sent twice one. Whatever comes of an attempt, an
/// error or no answer, the engine reads the number back from the leader and compares the nonce. The last message of a match stays in
/// its stream also when the match is archived: a sequence is never expected again that was expected once before.
public final class JetStreamMatchLog: MatchLog {
    let configuration: JetStreamConfiguration
    let connection: NatsConnection
    let stream: JetStream
    let layout: StreamLayout
    let places = LastPlaces()
    let patience: Patience
    /// Whether the servers answer one reading with many entries.
    let isBatched: Bool
    private let followers: Broadcast<Arrival>
    private let isClosed = Flag()

    /// What is known of the servers that answered on start.
    public let servers: [ServerFacts]
    /// What an acknowledged entry survives, in sentences: whoever starts a server should read them.
    public let durability: String

    /// Connects, and makes the streams that aren't there.
    ///
    /// - Throws: ``MatchLogError/refused(_:)`` for servers that can't keep matches safely, with the reason;
    ///   ``MatchLogError/unavailable(_:)`` where no server answers for as long as `configuration.patience` says.
    public init(_ configuration: JetStreamConfiguration) async throws(MatchLogError) {
        self.configuration = configuration
        layout = StreamLayout(prefix: configuration.prefix)
        patience = Patience(duration: configuration.patience)
        let servers = try await Self.greetings(configuration, patience)
        switch ClusterReport(servers: servers, replicas: configuration.replicas) {
        case .refused(let reason): throw .refused(reason)
        case .usable(let isBatched, let durability):
            self.servers = servers
            self.isBatched = isBatched
            self.durability = durability
        }
        connection = try await patience.tried { _ throws(MatchLogError) in try await .open(configuration) }
        stream = JetStream(connection: connection, wait: configuration.wait)
        followers = Broadcast.ofArrivals()
        do {
            try await Self.make(layout.settings(replicas: configuration.replicas), stream, patience)
            let (followers, places, arrived) = (followers, places, LastPlaces())
            try await connection.follow(
                layout.live,
                { message in
                    guard let match = StreamLayout.match(in: message.subject), let stored = try? StoredEntry(message)
                    else { return }
                    places.see(stored.place, of: match)
                    // what comes late or twice is left out: those of one match come in order
                    if arrived.see(stored.place, of: match) {
                        followers.send(Arrival(match: match, entry: stored.entry))
                    }
                }, end: { followers.finish() })
        } catch {
            await connection.close()
            throw error
        }
    }

    private static func greetings(
        _ configuration: JetStreamConfiguration, _ patience: Patience
    ) async throws(MatchLogError) -> [ServerFacts] {
        let threads = BlockingThreads(min(4, configuration.servers.count), name: "nats-greeting")
        defer { threads.stop() }
        return try await patience.tried { _ throws(MatchLogError) in
            let facts = await ServerGreeting.facts(of: configuration.servers, within: .seconds(2), on: threads)
            guard !facts.isEmpty else { throw .unavailable("no server of NATS answers at \(configuration.place)") }
            return facts
        }
    }

    /// Makes the streams that aren't there, and looks whether those that are can be used. All at once: while a server is down some of
    /// them have no leader for seconds.
    private static func make(
        _ settings: [StreamSettings], _ stream: JetStream, _ patience: Patience
    ) async throws(MatchLogError) {
        let failures = await withTaskGroup(of: MatchLogError?.self) { group -> [MatchLogError] in
            for wanted in settings {
                group.addTask {
                    do throws(MatchLogError) {
                        try await make(wanted, stream, patience)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { failures, one in if let one { failures.append(one) } }
        }
        // what is refused says more than what can't be reached
        if let failure = failures.first(where: { if case .refused = $0 { true } else { false } }) ?? failures.first {
            throw failure
        }
    }

    private static func make(
        _ wanted: StreamSettings, _ stream: JetStream, _ patience: Patience
    ) async throws(MatchLogError) {
        let found = try await patience.tried { _ throws(MatchLogError) -> StreamInfo? in
            if let found = try await stream.stream(wanted.name) { return found }
            try await stream.create(wanted)
            return nil
        }
        guard found.config.num_replicas == wanted.num_replicas else {
            throw .refused(
                "the stream \(wanted.name) has \(found.config.num_replicas) replicas, and \(wanted.num_replicas) were asked "
                    + "for: say replicas=\(found.config.num_replicas), or change the streams by "
                    + "\"nats stream edit --replicas \(wanted.num_replicas)\"")
        }
        guard found.config.subjects == wanted.subjects, found.config.storage == wanted.storage,
            found.config.allow_direct == true, found.config.republish == wanted.republish,
            (found.config.max_msgs_per_subject ?? -1) == wanted.max_msgs_per_subject
        else {
            throw .refused("the stream \(wanted.name) isn't one that Parlor has made: say another prefix")
        }
    }

    // MARK: Arrivals

    public func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival> {
        guard !isClosed.isUp else { throw .closed }
        return followers.stream()
    }

    // MARK: Ends

    public func close() async {
        isClosed.raise()
        await connection.close()
        followers.finish()
    }
}
