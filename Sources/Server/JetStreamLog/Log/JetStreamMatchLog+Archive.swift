import Hosting

extension JetStreamMatchLog {
    /// What is archived of a match.
    struct Archived: Sendable {
        /// Messages of the stream of archives, in the order of their entries.
        var pieces: [ArchivePiece] = []

        var entries: [LoggedEntry] {
            var entries: [LoggedEntry] = []
            // two that archived at once may have written pieces that overlap
            for piece in pieces { entries += piece.entries.filter { $0.number > entries.last?.number ?? 0 } }
            return entries
        }
    }

    /// Reads what is archived of a match, from the leader.
    func archive(of match: HostedMatchID) async throws(MatchLogError) -> Archived {
        var pieces: [ArchivePiece] = []
        let messages = try await stream.messages(
            on: layout.archives(of: match), of: layout.archive, from: 1, through: .max)
        for message in messages { pieces.append(try ArchivePiece(message)) }
        return Archived(pieces: pieces.sorted { $0.first < $1.first })
    }

    /// Writes all entries into the archive, and then takes those out of the log that stand before the last one.
    ///
    /// The last one stays in the log as well: an append has its sequence to expect, and what comes behind it meanwhile is never
    /// touched. So the last entry of the archive is in the log, too. Where it isn't, the two are of different times, as when they
    /// were restored from backups: nothing is taken away then.
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
                // somebody else may just have archived more
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

    /// Adds entries to the last piece while it has room, then to new ones. False where somebody else wrote there first.
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
