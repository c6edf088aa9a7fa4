import Hosting

extension JetStreamMatchLog {
    /// Notes may be lost: nobody waits long for one. But without the rules a match can't be read, and no server begins.
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
            // the newest stand at the end, with holes between them where notes were replaced: look back further and further
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

    /// One by one from the leader while they are few, since a replica may be behind.
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
