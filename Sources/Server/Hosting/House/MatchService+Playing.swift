import Crypto
import GameRules
import Scenes
import Synchronization
import Values

extension MatchService {
    /// Plays a move as it is typed: `b2`, `ask Is it alive?`.
    ///
    /// `after`: The number of the entry that the player had seen: where the match has gone on since, the move isn't played.
    /// `nonce`: A request that is repeated with its nonce is carried out once.
    /// - Returns: The number of its entry.
    /// - Throws: ``HostingError``. The match is what it was.
    @discardableResult
    public func play(
        _ move: String, in id: HostedMatchID, token: SeatToken?, after: Int? = nil, nonce: Nonce
    ) async throws(HostingError) -> Int {
        let table = table(id)
        for _ in 1...Self.mostOverdue {
            let overdue = Mutex<Int?>(nil)
            let number = try await table.write(nonce) { match throws(HostingError) in
                guard let seat = match.seat(of: token) else { throw .noSeat }
                // while no server ran, nobody ended the turn: a late seat must not move then
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
        throw .unavailable("\(Self.mostOverdue) turns were over, and each was followed by another")
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

    /// What is shown to whoever has the token: to a spectator without one, and with one of another match.
    ///
    /// - Throws: ``HostingError``.
    public func view(
        of id: HostedMatchID, token: SeatToken?, theme: Theme = .light
    ) async throws(HostingError) -> SeatView {
        try await table(id).encoded(for: token, theme: theme).view
    }

    /// The same as JSON.
    ///
    /// - Throws: ``HostingError``.
    public func viewJSON(
        of id: HostedMatchID, token: SeatToken?, theme: Theme = .light
    ) async throws(HostingError) -> [UInt8] {
        try await table(id).encoded(for: token, theme: theme).json
    }

    /// What happens in a match from an entry on, as long as somebody reads it.
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

    /// The whole state of a match, with all that is secret: for whoever runs the house, never for a player.
    ///
    /// - Throws: ``HostingError``.
    public func state(of id: HostedMatchID) async throws(HostingError) -> Value {
        try await table(id).ask { match throws(HostingError) in
            try match.rules { match throws(GameError) in try match.state() }
        }
    }

    /// The match as a playthrough, once it is over: `parlor replay` and `parlor check` read it.
    ///
    /// - Throws: ``HostingError``.
    public func playthrough(of id: HostedMatchID) async throws(HostingError) -> Playthrough {
        try await table(id).ask { match throws(HostingError) in
            guard try match.phase() == .over else {
                throw .notPlaying("A match can be exported when it is over: before, it holds what nobody may know.")
            }
            var playthrough = try match.rules { match throws(GameError) in try Playthrough(match) }
            playthrough.comments = match.seats.map { "Seat \($0): \(match.name($0))" }
            return playthrough
        }
    }

    /// What everybody may know of a match comes to, behind its last entry: equal on every server that has read the same log. Zeros
    /// where something was dealt or drawn, and seats are free: nobody may learn of it.
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

    /// The seat whose turn is over by the clock and hasn't been ended; nil where none is.
    func overdueSeat(by house: MatchDependencies) throws(HostingError) -> Int? {
        guard let due = try deadline(), Instant.now >= house.end(of: due, turnLimit: opening.turnLimit ?? 0) else {
            return nil
        }
        return try rules { match throws(GameError) in try match.status.turn.first }
    }

    /// Did anything happen behind an entry that a player should see before a move counts?
    func hasGoneOn(after number: Int) -> Bool {
        entries.dropFirst(max(0, number)).contains { entry in
            if case .say = entry.event { false } else { true }
        }
    }
}
