import GameRules
import Values

/// A request to open a match.
public struct MatchRequest: Sendable {
    /// The game's id.
    public var game: String
    /// The number of seats; nil for the fewest.
    public var seats: Int?
    /// The options that differ from the defaults.
    public var options: [String: Value] = [:]
    /// The name of the opener; nil for `Player 1`.
    public var name: String?
    /// The seconds for a turn; nil for no limit.
    public var turnLimit: Int?
    /// Whether the lobby shows the match.
    public var isPublic = false
    /// The number of bots that join immediately, at the last seats.
    public var bots = 0

    /// Creates a request for a private match of a game.
    public init(game: String, name: String? = nil) { (self.game, self.name) = (game, name) }
}

/// A seat that somebody has taken, with its proof.
public struct SeatGrant: Hashable, Sendable {
    /// The match.
    public var match: HostedMatchID
    /// The seat, from 1.
    public var seat: Int
    /// The token of the seat. Keep it: it is shown once.
    public var token: SeatToken
}

extension MatchService {
    /// Opens a match and seats the requester.
    ///
    /// - Throws: ``HostingError``.
    public func open(_ request: MatchRequest, nonce: Nonce) async throws(HostingError) -> SeatGrant {
        guard let script = parts.shelf.game(request.game) else { throw .unknownGame(String(request.game.prefix(40))) }
        let longest = max(1, parts.settings.longestTurn)
        if let limit = request.turnLimit, !(1...longest).contains(limit) {
            throw .badRequest("A turn may have 1 to \(longest) seconds, not \(limit).")
        }
        let id = parts.secret.match(opened: nonce)
        let seats: Int
        let options: [String: Value]
        do throws(GameError) {
            seats = try script.checkedSeats(request.seats)
            options = try script.options(choosing: request.options)
        } catch {
            throw HostingError(error)
        }
        guard (0..<seats).contains(request.bots) || seats == 1 && request.bots == 0 else {
            throw .badRequest("A match with \(seats) seats can have 0 to \(seats - 1) bots, not \(request.bots).")
        }
        let opening = MatchParameters(
            game: script.id, script: script.digest, seats: seats, options: options,
            seed: parts.secret.seed(of: id, nonce), turnLimit: request.turnLimit, isPublic: request.isPublic,
            follows: nil)
        try await begin(id, opening)
        let seated = try await join(id, name: request.name, nonce: nonce)
        for seat in (0..<request.bots).map({ seats - $0 }) { try await seatBot(id, at: seat) }
        await list(id)
        return seated
    }

    /// Writes the first entry, unless the log already has it.
    func begin(_ id: HostedMatchID, _ opening: MatchParameters) async throws(HostingError) {
        let first = HostedEntry(at: .now, .open(opening))
        // set up the match first, so that a match whose setup fails is never opened
        let script = try await parts.shelf.script(opening.game, opening.script, log: parts.log)
        let entry = LoggedEntry(number: 1, nonce: parts.secret.nonce("open", id), bytes: try first.checkedBytes())
        parts.loaded.makeRoom(in: parts.shelf.pool(of: script.id), of: script.id)
        try await parts.room.run(of: script.id, within: .init(parts.settings.requestTime)) {
            [pool = parts.shelf.pool(of: script.id)] () throws(HostingError) in
            let match = try HostedMatch(id, [entry], script: script, pool: pool)
            _ = try match.phase()
        }
        do throws(MatchLogError) {
            _ = try await parts.log.append(entry, to: id)  // taken: it was opened by the same request before
        } catch {
            throw HostingError(error)
        }
        try await table(id).ask { _ in }
    }

    /// Seats somebody at a certain seat, or at the first free one. Returns the seat of `token` if
    /// it has one.
    ///
    /// - Throws: ``HostingError``.
    /// `formerToken`: Returns the requester's token of the previous match. A rematch reserves a
    /// seat for each player of that match.
    public func join(
        _ id: HostedMatchID, name: String?, seat wanted: Int? = nil, token: SeatToken? = nil,
        formerToken: (HostedMatchID) -> SeatToken? = { _ in nil }, nonce: Nonce
    ) async throws(HostingError) -> SeatGrant {
        let (seat, before) = try await table(id).ask { match in
            (match.seat(of: token), match.keepsFreeSeats ? match.opening.follows : nil)
        }
        if let token, let seat { return SeatGrant(match: id, seat: seat, token: token) }
        if let before, let former = formerToken(before) {
            do throws(HostingError) {
                return try await rematch(before, token: former, nonce: nonce)
            } catch .noSeat {
                // the token has no seat in that match: treat the requester like anybody else
            }
        }
        return try await sit(id, name: name, seat: wanted, nonce: nonce, isKept: false)
    }

    /// `isKept`: Whether the seat is reserved for the requester.
    private func sit(
        _ id: HostedMatchID, name: String?, seat wanted: Int?, nonce: Nonce, isKept: Bool
    ) async throws(HostingError) -> SeatGrant {
        let table = table(id)
        let token = parts.secret.token(match: id, nonce: nonce)
        let called = name.flatMap(SeatOccupant.cleanedName)
        let number = try await table.write(Nonce(digest: Array(token.hash))) { match throws(HostingError) in
            if !isKept, match.keepsFreeSeats { throw match.freeSeats.isEmpty ? .full : .kept }
            // a reserved seat may be taken after its reservation has ended: use another one
            let kept = wanted.flatMap { isKept && !match.freeSeats.contains($0) ? nil : $0 }
            let seat = kept ?? match.freeSeats.first ?? wanted ?? 1
            let name = match.freeName(called ?? "Player \(seat)")
            let event = HostedEntry.Event.join(seat: seat, SeatOccupant(name: name, tokenHash: token.hash))
            try match.check(event, at: .now)
            return event
        }
        await list(id)
        guard number != nil, let seat = try await table.ask({ match in match.seat(of: token) }) else {
            throw .notPlaying("You have left this match.")
        }
        return SeatGrant(match: id, seat: seat, token: token)
    }

    /// Seats a bot, at the request of a player.
    ///
    /// - Throws: ``HostingError``.
    public func addBot(_ id: HostedMatchID, token: SeatToken?, nonce: Nonce) async throws(HostingError) {
        try await table(id).write(nonce) { match throws(HostingError) in
            guard match.seat(of: token) != nil else { throw .noSeat }
            guard let seat = match.freeSeats.last else { throw .full }
            guard !match.keepsFreeSeats else { throw .kept }
            return try Self.bot(at: seat, match)
        }
        await list(id)
    }

    private func seatBot(_ id: HostedMatchID, at seat: Int) async throws(HostingError) {
        try await table(id).write(parts.secret.nonce("bot \(seat)", id)) { match throws(HostingError) in
            guard match.sitters[seat] == nil else { return nil }
            return try Self.bot(at: seat, match)
        }
    }

    private static func bot(at seat: Int, _ match: HostedMatch) throws(HostingError) -> HostedEntry.Event {
        let event = HostedEntry.Event.join(seat: seat, SeatOccupant(name: match.freeName("Robin"), tokenHash: nil))
        try match.check(event, at: .now)
        return event
    }

    /// Resigns a seat. Before the match has begun, the seat only becomes free.
    ///
    /// - Throws: ``HostingError``.
    public func leave(_ id: HostedMatchID, token: SeatToken?, nonce: Nonce) async throws(HostingError) {
        let table = table(id)
        try await table.write(nonce) { match throws(HostingError) in
            guard let seat = match.seat(of: token) else { throw .noSeat }
            let event = HostedEntry.Event.leave(seat: seat)
            try match.check(event, at: .now)
            try match.play(event)
            return event
        }
        try await closeIfEmpty(table)
        await list(id)
    }

    private func closeIfEmpty(_ table: ActiveMatch) async throws(HostingError) {
        try await table.write(parts.secret.nonce("close", table.id)) { match throws(HostingError) in
            guard try match.phase() == .waiting, match.sitters.values.allSatisfy(\.isBot) else { return nil }
            return .close(.empty)
        }
    }

    /// Opens the rematch, or joins it if another player has opened it. Each player moves on by one
    /// seat.
    ///
    /// - Throws: ``HostingError``.
    /// `nextToken`: Returns the requester's token of the rematch, if there is one.
    public func rematch(
        _ id: HostedMatchID, token: SeatToken?, nextToken: (HostedMatchID) -> SeatToken? = { _ in nil }, nonce: Nonce
    ) async throws(HostingError) -> SeatGrant {
        let before = try await table(id).ask { match throws(HostingError) in
            guard let seat = match.seat(of: token), let sitter = match.sitters[seat] else { throw .noSeat }
            guard try match.phase() == .over else { throw .notPlaying("The match isn't over.") }
            let bots = match.sitters.filter { $0.value.isBot }.keys.map { $0 % match.opening.seats + 1 }
            return (opening: match.opening, seat: seat, name: sitter.name, bots: bots, next: match.next)
        }
        // another server with another secret may have opened the rematch
        let next = before.next ?? parts.secret.match(following: id)
        var opening = before.opening
        if let script = parts.shelf.game(opening.game) { opening.script = script.digest }
        opening.seed = parts.secret.seed(of: next, parts.secret.nonce("open", next))
        // not public: its seats are reserved, and the spectators of this match see the rematch
        // anyway
        (opening.follows, opening.isPublic) = (id, false)
        try await begin(next, opening)
        try await table(id).write(parts.secret.nonce("next", id)) { match throws(HostingError) in
            guard match.next == nil else { return nil }
            return .next(next)
        }
        for seat in before.bots.sorted() { try await seatBot(next, at: seat) }
        if let token = nextToken(next), let seat = try await table(next).ask({ match in match.seat(of: token) }) {
            return SeatGrant(match: next, seat: seat, token: token)
        }
        // the nonce is derived from the former seat, so a repeated request gets the same seat,
        // whatever nonce it gives
        return try await sit(
            next, name: before.name, seat: before.seat % opening.seats + 1,
            nonce: parts.secret.nonce("seat \(before.seat)", next), isKept: true)
    }
}

extension HostedMatch {
    /// The seconds for which the seats of a rematch are reserved for the former players.
    private static let keptFor = 600

    /// Whether the free seats are reserved for the players of the previous match.
    var keepsFreeSeats: Bool {
        guard opening.follows != nil, let opened = entries.first?.at else { return false }
        // a player who left has given the seat away, so the reservation ends
        if entries.contains(where: { if case .leave = $0.event { true } else { false } }) { return false }
        return Timestamp.now < opened.adding(seconds: Self.keptFor)
    }

    /// Returns the name that was asked for, with a number added if another seat has the name.
    func freeName(_ wanted: String) -> String {
        let taken = Set(sitters.values.map { $0.name.lowercased() })
        guard taken.contains(wanted.lowercased()) else { return wanted }
        for number in 2...(seats.count + 1) {
            let name = SeatOccupant.name(wanted, followedBy: "(\(number))")
            if !taken.contains(name.lowercased()) { return name }
        }
        return wanted
    }
}
