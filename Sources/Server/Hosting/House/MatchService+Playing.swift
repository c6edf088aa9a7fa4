import Crypto
import GameRules
import Scenes
import Synchronization
import Values

extension MatchService {
    /// Plays a move, given as a person types it: `b2`, `ask Is it alive?`.
    ///
    /// `after`: The number of the last entry that the player had seen. If the match has continued
    /// since, the move isn't played.
    /// `nonce`: The nonce of the request. A repeated request is carried out once.
    /// - Returns: The number of the move's entry.
    /// - Throws: ``HostingError``. Only after ``HostingError/unavailable(_:)`` may the log have the
    ///   move.
    @discardableResult
    public func play(
        _ move: String, in id: HostedMatchID, token: SeatToken?, after: Int? = nil, nonce: Nonce
    ) async throws(HostingError) -> Int {
        let table = table(id)
        for _ in 1...Self.mostOverdue {
            let overdue = Mutex<Int?>(nil)
            let number = try await table.write(nonce) { match throws(HostingError) in
                guard let seat = match.seat(of: token) else { throw .noSeat }
                // the turn may have timed out while no server was running to end it: a seat whose
                // time is up must not move
                if let late = try match.overdueSeat(by: table.house) {
                    overdue.withLock { $0 = late }
                    return nil
                }
                if let after, match.hasGoneOn(after: after) { throw .behind }
                return try match.decide(move, seat: seat)
            }
            guard let late = overdue.withLock({ $0 }) else { return number ?? 0 }
            _ = try await MatchDependencies.timeOut(late, table)
        }
        throw .unavailable("\(Self.mostOverdue) turns in a row were overdue")
    }

    /// The most overdue turns that one request ends: more than a match has seats.
    private static let mostOverdue = 20

    /// Says one of the phrases.
    ///
    /// - Throws: ``HostingError``.
    public func say(
        _ phrase: Phrase, in id: HostedMatchID, token: SeatToken?, nonce: Nonce
    ) async throws(HostingError) {
        try await table(id).write(nonce) { match throws(HostingError) in
            guard let seat = match.seat(of: token) else { throw .noSeat }
            let event = HostedEntry.Event.say(seat: seat, phrase)
            try match.check(event, at: .now)
            return event
        }
    }

    /// Returns the view of the token's seat. Without a token of this match, returns a spectator's
    /// view.
    ///
    /// - Throws: ``HostingError``.
    public func view(
        of id: HostedMatchID, token: SeatToken?, theme: Theme = .light
    ) async throws(HostingError) -> SeatView {
        try await table(id).encoded(for: token, theme: theme).view
    }

    /// Returns the same view as JSON.
    ///
    /// - Throws: ``HostingError``.
    public func viewJSON(
        of id: HostedMatchID, token: SeatToken?, theme: Theme = .light
    ) async throws(HostingError) -> [UInt8] {
        try await table(id).encoded(for: token, theme: theme).json
    }

    /// Returns the updates of a match after an entry, until the reader stops.
    ///
    /// `number`: The last entry that the reader knows; 0 for none.
    /// - Throws: ``HostingError``.
    public func events(
        in id: HostedMatchID, after number: Int, token: SeatToken?, theme: Theme = .light
    ) async throws(HostingError) -> MatchUpdates {
        let (table, wakes) = watched(id)
        try await table.ask { _ in }
        return MatchUpdates(table: table, wakes: wakes, after: number, token: token, theme: theme)
    }

    /// Returns the whole state of a match, including all secrets. It is for the operator of the
    /// service, never for a player.
    ///
    /// - Throws: ``HostingError``.
    public func state(of id: HostedMatchID) async throws(HostingError) -> Value {
        try await table(id).ask { match throws(HostingError) in
            try match.rules { match throws(GameError) in try match.state() }
        }
    }

    /// Returns a match that is over as a playthrough, which `parlor replay` and `parlor check`
    /// read.
    ///
    /// - Throws: ``HostingError``.
    public func playthrough(of id: HostedMatchID) async throws(HostingError) -> Playthrough {
        try await table(id).ask { match throws(HostingError) in
            guard try match.phase() == .over else {
                throw .notPlaying(
                    "A match can be exported only when it is over, because it contains secrets until then.")
            }
            var playthrough = try match.rules { match throws(GameError) in try Playthrough(match) }
            playthrough.comments = match.seats.map { "Seat \($0): \(match.name($0))" }
            return playthrough
        }
    }

    /// Returns the digest of the public facts of a match after its last entry. It is equal on every
    /// server that has read the same log.
    ///
    /// As long as a match with random draws hasn't begun, the digest consists of zeros, because
    /// nobody may learn anything about the draws yet.
    ///
    /// - Throws: ``HostingError``.
    public func digest(of id: HostedMatchID) async throws(HostingError) -> (number: Int, digest: [UInt8]) {
        try await table(id).ask { match throws(HostingError) in
            (match.number, try match.publicDigest())
        }
    }
}

extension HostedMatch {
    /// See ``MatchService/digest(of:)``.
    package func publicDigest() throws(HostingError) -> [UInt8] {
        guard try !isCovered() else { return [UInt8](repeating: 0, count: SHA256.byteCount) }
        return try rules { match throws(GameError) in try match.shownDigest() }
    }

    /// Returns the seat whose turn has timed out and hasn't been ended; nil if there is none.
    func overdueSeat(by house: MatchDependencies) throws(HostingError) -> Int? {
        guard let due = try deadline(), Timestamp.now >= house.end(of: due, turnLimit: opening.turnLimit ?? 0) else {
            return nil
        }
        return try rules { match throws(GameError) in try match.status.turn.first }
    }

    /// Returns whether the log has an entry after `number` other than a chat message. A player
    /// should see such an entry before a move counts.
    func hasGoneOn(after number: Int) -> Bool {
        entries.dropFirst(max(0, number)).contains { entry in
            if case .say = entry.event { false } else { true }
        }
    }
}
