import Hosting

/// Matches in a cluster of NATS servers with JetStream: the log of many Parlor servers on many
/// machines.
///
/// ```swift
/// let cluster = try JetStreamConfiguration(url: "nats://one:4222,two:4222,three:4222")
/// let log = try await JetStreamMatchLog(cluster)
/// ```
///
/// An entry is a message on the subject of its match. The leader of a stream stores the message
/// only if the last message of the subject has the expected sequence. The message has an id, made
/// of the match and the entry's number, so a message that is sent twice is stored once. If an
/// append fails or gets no answer, the engine reads the entry with that number from the leader and
/// compares the two entries.
///
/// The last message of a match stays in its stream even when the match is archived. Therefore no
/// two appends of different entries can succeed with the same expected sequence.
public final class JetStreamMatchLog: MatchLog {
    let configuration: JetStreamConfiguration
    let connection: NatsConnection
    let stream: JetStream
    let layout: StreamLayout
    let places = LastPlaces()
    let patience: Patience
    /// Whether the servers answer one read request with many entries.
    let isBatched: Bool
    private let followers: Broadcast<Arrival>
    private let isClosed = Flag()

    /// The facts about the servers that answered at the start.
    public let servers: [ServerFacts]
    /// The failures that an acknowledged entry survives, as sentences that the operator should
    /// read.
    public let durability: String

    /// Connects, and creates missing streams.
    ///
    /// - Throws: ``MatchLogError/refused(_:)`` for servers that can't store matches safely, with
    ///   the reason; ``MatchLogError/unavailable(_:)`` if no server answers within
    ///   `configuration.patience`.
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
                    // leave out late and repeated messages, so that the entries of a match come in
                    // order
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

    /// Creates missing streams, and checks whether existing streams can be used. Handles all
    /// streams at once, because some of them have no leader for seconds while a server is down.
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
        // a refusal tells the operator more than a stream that can't be reached
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

    // MARK: Closing

    public func close() async {
        isClosed.raise()
        await connection.close()
        followers.finish()
    }
}

extension JetStreamMatchLog {
    public func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> AppendResult {
        try entry.check()
        var gaps = 0
        return try await patience.tried { before throws(MatchLogError) in
            // the first attempt uses the last place that this process has seen; later attempts ask
            // the leader
            let hint = before == 0 ? places[match] ?? (entry.number == 1 ? .start : nil) : nil
            let newest: StoredEntry?
            let place: StoredEntry.Place
            if let hint, hint.number == entry.number - 1 {
                (newest, place) = (nil, hint)
            } else {
                newest = try await self.newest(of: match, attempt: before)
                place = newest?.place ?? .start
            }
            if place.number >= entry.number { return try await judge(entry, match, newest: newest, attempt: before) }
            guard place.number == entry.number - 1 else {
                // a server that has just lost the leadership may still answer without knowing the
                // last entries, so only a second gap is an error
                gaps += 1
                if gaps > 1 { throw .gap(entry.number, behind: place.number) }
                return nil
            }
            let message = NatsMessage(
                subject: layout.entries(of: match), headers: StoredEntry.headers(of: entry), payload: entry.bytes)
            let published = try await stream.publish(
                message, to: layout.log(of: match), after: place.sequence, id: "\(match)/\(entry.number)")
            guard case .stored(let sequence) = published else {
                places.forget(match)
                return nil
            }
            places.see(.init(number: entry.number, sequence: sequence), of: match)
            return .stored
        }
    }

    /// Returns the result for a number that is taken; nil if its entry can't be read yet.
    private func judge(
        _ entry: LoggedEntry, _ match: HostedMatchID, newest: StoredEntry?, attempt: Int
    ) async throws(MatchLogError) -> AppendResult? {
        var there = newest?.entry
        if there?.number != entry.number {
            there = try await contiguous(match, from: entry.number, through: newest, attempt: attempt, gaps: 0)?.first
        }
        guard let there else { return nil }
        return there == entry ? .stored : .taken(there)
    }

    /// The number of attempts in which the leader may know fewer entries than this process has
    /// seen. After these attempts, this process forgets the place that it has seen.
    private static let mostDoubts = 10

    /// Returns the last entry of a match, as the leader knows it.
    ///
    /// A leader that was halted and continues doesn't know at once that there is a new leader, nor
    /// which entries the new leader has stored. If this process has seen a later entry than the
    /// answer, it asks again. It asks only ``mostDoubts`` times, because the streams may have been
    /// restored from a backup.
    func newest(of match: HostedMatchID, attempt: Int) async throws(MatchLogError) -> StoredEntry? {
        let query = JetStream.MessageQuery(last_by_subj: layout.entries(of: match))
        let message = try await stream.message(query, of: layout.log(of: match))
        let stored: StoredEntry? = if let message { try StoredEntry(message) } else { nil }
        if let seen = places[match], seen.number > stored?.entry.number ?? 0 {
            guard attempt >= Self.mostDoubts else {
                throw .unavailable(
                    "the leader of \(layout.log(of: match)) doesn't know entry \(seen.number) of \(match) yet")
            }
            places.forget(match)
        }
        if let stored { places.see(stored.place, of: match) }
        return stored
    }
}

extension JetStreamMatchLog {
    public func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        var gaps = 0
        return try await patience.tried { before throws(MatchLogError) in
            let seen = places[match]
            guard let newest = try await newest(of: match, attempt: before), newest.entry.number >= number else {
                return []
            }
            let entries = try await contiguous(
                match, from: max(1, number), through: newest, behind: before == 0 ? seen : nil, attempt: before,
                gaps: gaps)
            if entries == nil { gaps += 1 }
            return entries
        }
    }

    /// Returns all matches. They are found in the log streams, which have the last entry of every
    /// match, even of an archived match.
    public func matches() async throws(MatchLogError) -> [HostedMatchID] {
        var matches: [HostedMatchID] = []
        for part in 0..<StreamLayout.parts {
            let subjects = try await patience.tried { _ throws(MatchLogError) -> [String]? in
                try await stream.subjects(layout.allEntries(part), of: layout.log(part))
            }
            matches += subjects.compactMap(StreamLayout.match)
        }
        return matches
    }

    /// The number of attempts that may find a gap before the gap is an error. The leader answers
    /// most of these attempts, while the first two ask any replica.
    static let mostGaps = 12

    /// Returns the entries from a number through the newest one. Returns nil if some can't be read
    /// yet: a replica may lack them, or they may be moving into the archive.
    ///
    /// - Parameters:
    ///   - seen: The place of an entry before `number`, if known. Reading starts after that place.
    ///   - attempt: The number of earlier attempts. The first two attempts ask any replica.
    ///   - gaps: The number of earlier attempts that found a gap. Failed requests don't count.
    func contiguous(
        _ match: HostedMatchID, from number: Int, through newest: StoredEntry?, behind seen: StoredEntry.Place? = nil,
        attempt: Int, gaps: Int
    ) async throws(MatchLogError) -> [LoggedEntry]? {
        guard let newest else { return nil }
        if newest.entry.number == number { return [newest.entry] }
        let subject = layout.entries(of: match)
        let log = layout.log(of: match)
        let start = seen.map { $0.number < number ? $0.sequence + 1 : 1 } ?? 1
        let messages =
            isBatched && attempt < 2
            ? try await stream.batch(on: subject, of: log, from: start, through: newest.sequence)
            : try await stream.messages(on: subject, of: log, from: start, through: newest.sequence)
        var entries: [LoggedEntry] = []
        for message in messages {
            let entry = try StoredEntry(message).entry
            if entry.number >= number { entries.append(entry) }
        }
        if let first = entries.first?.number, first > number {
            // entries are archived before they are removed from the log, so the archive has the
            // entries that the log lacks
            let archived = try await archive(of: match).entries.filter { (number..<first).contains($0.number) }
            entries = archived + entries
        }
        let isWhole = entries.map(\.number) == Array(number...newest.entry.number)
        if !isWhole, gaps >= Self.mostGaps {
            throw .damaged(
                "entries \(number) to \(newest.entry.number) of \(match) aren't all there: found \(entries.count)")
        }
        return isWhole ? entries : nil
    }
}

extension JetStreamMatchLog {
    /// The archived entries of a match.
    struct Archived: Sendable {
        /// The messages of the archive stream, in the order of their entries.
        var pieces: [ArchivePiece] = []

        var entries: [LoggedEntry] {
            var entries: [LoggedEntry] = []
            // two servers that archived at the same time may have written pieces that overlap
            for piece in pieces { entries += piece.entries.filter { $0.number > entries.last?.number ?? 0 } }
            return entries
        }
    }

    /// Reads the archive of a match from the leader.
    func archive(of match: HostedMatchID) async throws(MatchLogError) -> Archived {
        var pieces: [ArchivePiece] = []
        let messages = try await stream.messages(
            on: layout.archives(of: match), of: layout.archive, from: 1, through: .max)
        for message in messages { pieces.append(try ArchivePiece(message)) }
        return Archived(pieces: pieces.sorted { $0.first < $1.first })
    }

    /// Writes all entries into the archive, and then removes all entries except the last one from
    /// the log.
    ///
    /// The last entry stays in the log, because the next append expects its sequence. Entries that
    /// are appended meanwhile stay, too. The last entry of an archive is therefore always in the
    /// log. If the log lacks that entry, the archive and the log are of different times, for
    /// example because they were restored from backups. In that case nothing is removed.
    public func archive(_ match: HostedMatchID) async throws(MatchLogError) {
        var gaps = 0
        try await patience.tried { before throws(MatchLogError) -> Void? in
            guard let newest = try await newest(of: match, attempt: before) else { return () }
            let archived = try await archive(of: match)
            let last = archived.entries.last
            guard
                let ahead = try await contiguous(
                    match, from: max(1, min(last?.number ?? 1, newest.entry.number)), through: newest, attempt: before,
                    gaps: gaps)
            else {
                gaps += 1
                return nil
            }
            guard last == nil || ahead.first == last else {
                // another server may just have archived further entries
                gaps += 1
                guard gaps > Self.mostGaps else { return nil }
                throw .damaged(
                    "the archive of \(match) doesn't belong to its log: were they restored from backups of different times?"
                )
            }
            let missing = Array(ahead.dropFirst(last == nil ? 0 : 1))
            guard try await write(missing, behind: archived, of: match) else { return nil }
            try await stream.purge(
                layout.entries(of: match), of: layout.log(of: match), before: newest.sequence)
            return ()
        }
    }

    /// Adds entries to the last piece while the piece has room, and then to new pieces. Returns
    /// false if another server wrote a piece first.
    private func write(
        _ entries: [LoggedEntry], behind archived: Archived, of match: HostedMatchID
    ) async throws(MatchLogError) -> Bool {
        for piece in ArchivePiece.pieces(adding: entries, behind: archived.pieces.last) {
            let message = NatsMessage(
                subject: layout.archive(of: match, piece: piece.index), headers: [.first: String(piece.first)],
                payload: try EntryArchive(entries: piece.entries).bytes())
            guard case .stored = try await stream.publish(message, to: layout.archive, after: piece.sequence) else {
                return false
            }
        }
        return true
    }
}

extension JetStreamMatchLog {
    /// Returns the patience for a kind of note. Most notes may be lost, so nobody waits long for
    /// them. For the rules the time is longer, because without the rules a match can't be read and
    /// no server starts.
    private func patience(for kind: MatchNote) -> Patience {
        kind == .rules ? patience : Patience(duration: min(configuration.patience, .seconds(5)))
    }

    public func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError) {
        try MatchNote.check(bytes)
        let subject = layout.note(kind, of: match)
        try await patience(for: kind).tried { _ throws(MatchLogError) -> Void? in
            if let bytes {
                _ = try await stream.publish(
                    NatsMessage(subject: subject, payload: bytes), to: layout.notes(kind), after: nil)
            } else {
                try await stream.purge(subject, of: layout.notes(kind))
            }
            return ()
        }
    }

    public func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]? {
        let query = JetStream.MessageQuery(last_by_subj: layout.note(kind, of: match))
        return try await patience(for: kind).tried { _ throws(MatchLogError) -> [UInt8]?? in
            .some(try await stream.message(query, of: layout.notes(kind))?.payload)
        }
    }

    public func matches(
        with kind: MatchNote, limit: Int
    ) async throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        guard limit > 0 else { return [] }
        return try await patience(for: kind).tried { before throws(MatchLogError) in
            guard let state = try await stream.stream(layout.notes(kind))?.state else {
                throw .unavailable("the stream of notes is gone")
            }
            // the newest notes are at the end of the stream, with gaps where notes were replaced.
            // Read a window at the end, and widen it until it contains enough notes
            var window = UInt64(clamping: limit)
            while true {
                let first = state.last_seq > window ? max(state.first_seq, state.last_seq - window + 1) : 1
                let messages = try await notes(kind, from: first, through: state.last_seq, attempt: before)
                if messages.count >= limit || first <= max(1, state.first_seq) {
                    return messages.reversed().prefix(limit).compactMap { message in
                        StreamLayout.match(in: message.subject).map { ($0, message.payload) }
                    }
                }
                let (wider, isOver) = window.multipliedReportingOverflow(by: 8)
                window = isOver ? .max : wider
            }
        }
    }

    /// Returns the notes in a range of sequences. If the range is small, the notes are read one by
    /// one from the leader, because a replica may lack the newest notes.
    private func notes(
        _ kind: MatchNote, from sequence: UInt64, through last: UInt64, attempt: Int
    ) async throws(MatchLogError) -> [NatsMessage] {
        guard last > 0 else { return [] }
        let (subject, name) = (layout.allNotes(kind), layout.notes(kind))
        guard isBatched, attempt == 0, last - min(last, sequence) > 128 else {
            return try await stream.messages(on: subject, of: name, from: sequence, through: last)
        }
        var messages = try await stream.batch(on: subject, of: name, from: sequence, through: last)
        for index in messages.indices {
            if let original = messages[index].headers[.originalSubject] { messages[index].subject = original }
        }
        return messages
    }
}
