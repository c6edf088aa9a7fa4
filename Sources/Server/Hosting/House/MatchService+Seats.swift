import GameRules
import Values

/// What somebody asks for who opens a match.
public struct MatchRequest: Sendable {
    /// The game's id.
    public var game: String
    /// How many seats; nil for the fewest.
    public var seats: Int?
    /// Options that differ from the defaults.
    public var options: [String: Value] = [:]
    /// What the opener is called; nil for `Player 1`.
    public var name: String?
    /// Seconds for a turn; nil for as long as one likes.
    public var turnLimit: Int?
    /// Does the lobby show it?
    public var isPublic = false
    /// How many bots sit down at once, at the last seats.
    public var bots = 0

    /// A private match of a game.
    public init(game: String, name: String? = nil) { (self.game, self.name) = (game, name) }
}

/// Somebody sits at a seat, and this proves it.
public struct Seated: Hashable, Sendable {
    /// The match.
    public var match: HostedMatchID
    /// The seat, from 1.
    public var seat: Int
    /// Keep it: it is shown once.
    public var token: SeatToken
}

extension MatchService {
    /// Opens a match and seats whoever asked.
    ///
    /// - Throws: ``HostingError``.
    public func open(_ request: MatchRequest, nonce: Nonce) async throws(HostingError) -> Seated {
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
            throw .badRequest("Of \(seats) seats 0 to \(seats - 1) can be bots', not \(request.bots).")
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

    /// Writes the first entry, unless it is there.
    func begin(_ id: HostedMatchID, _ opening: MatchParameters) async throws(HostingError) {
        let first = HostedEntry(at: .now, .open(opening))
        // a game that can't be set up with these options is never opened
        let script = try await parts.shelf.script(opening.game, opening.script, log: parts.log)
        let entry = LoggedEntry(number: 1, nonce: parts.secret.nonce("open", id), bytes: try first.checkedBytes())
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

    /// Seats somebody: at a certain seat, or the first one that is free. Whoever sits there already gets the seat again.
    ///
    /// - Throws: ``HostingError``.
    /// `formerToken`: The seat in the match before, of whoever played that one: in a rematch a seat is kept for them.
    public func join(
        _ id: HostedMatchID, name: String?, seat wanted: Int? = nil, token: SeatToken? = nil,
        formerToken: (HostedMatchID) -> SeatToken? = { _ in nil }, nonce: Nonce
    ) async throws(HostingError) -> Seated {
        let (seat, before) = try await table(id).ask { match in
            (match.seat(of: token), match.keepsFreeSeats ? match.opening.follows : nil)
        }
        if let token, let seat { return Seated(match: id, seat: seat, token: token) }
        if let before, let former = formerToken(before) {
            do throws(HostingError) {
                return try await rematch(before, token: former, nonce: nonce)
            } catch .noSeat {
                // that token is of no seat there: a stranger like others
            }
        }
        return try await sit(id, name: name, seat: wanted, nonce: nonce, isKept: false)
    }

    /// `isKept`: Is the seat kept for whoever asks?
    private func sit(
        _ id: HostedMatchID, name: String?, seat wanted: Int?, nonce: Nonce, isKept: Bool
    ) async throws(HostingError) -> Seated {
        let table = table(id)
        let token = parts.secret.token(match: id, nonce: nonce)
        let called = name.flatMap(SeatOccupant.cleanedName)
        let number = try await table.write(Nonce(digest: Array(token.hash))) { match throws(HostingError) in
            if !isKept, match.keepsFreeSeats { throw match.freeSeats.isEmpty ? .full : .kept }
            // a seat that was kept and isn't any more may be somebody else's: another one does
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
        return Seated(match: id, seat: seat, token: token)
    }

    /// Lets a bot sit down, at the request of a player.
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

    /// A seat gives up; before the match has begun it stands up.
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

    /// Opens the next match of the same players, or joins it if another of them has opened it. Everybody moves on by one seat.
    ///
    /// - Throws: ``HostingError``.
    /// `nextToken`: The seat in the next match, of whoever has one already.
    public func rematch(
        _ id: HostedMatchID, token: SeatToken?, nextToken: (HostedMatchID) -> SeatToken? = { _ in nil }, nonce: Nonce
    ) async throws(HostingError) -> Seated {
        let before = try await table(id).ask { match throws(HostingError) in
            guard let seat = match.seat(of: token), let sitter = match.sitters[seat] else { throw .noSeat }
            guard try match.phase() == .over else { throw .notPlaying("The match isn't over.") }
            let bots = match.sitters.filter { $0.value.isBot }.keys.map { $0 % match.opening.seats + 1 }
            return (opening: match.opening, seat: seat, name: sitter.name, bots: bots, next: match.next)
        }
        // whoever has opened it may have had another secret
        let next = before.next ?? parts.secret.match(following: id)
        var opening = before.opening
        if let script = parts.shelf.game(opening.game) { opening.script = script.digest }
        opening.seed = parts.secret.seed(of: next, parts.secret.nonce("open", next))
        // whoever watches learns of it, and its seats aren't for them
        (opening.follows, opening.isPublic) = (id, false)
        try await begin(next, opening)
        try await table(id).write(parts.secret.nonce("next", id)) { match throws(HostingError) in
            guard match.next == nil else { return nil }
            return .next(next)
        }
        for seat in before.bots.sorted() { try await seatBot(next, at: seat) }
        if let token = nextToken(next), let seat = try await table(next).ask({ match in match.seat(of: token) }) {
            return Seated(match: next, seat: seat, token: token)
        }
        // the seat follows from the one before: whoever asks again, with whatever nonce, gets it again
        return try await sit(
            next, name: before.name, seat: before.seat % opening.seats + 1,
            nonce: parts.secret.nonce("seat \(before.seat)", next), isKept: true)
    }
}

extension HostedMatch {
    /// How long the seats of a rematch are kept for those who played before, in seconds.
    private static let keptFor = 600

    /// Are the free seats for those who played the match before?
    var keepsFreeSeats: Bool {
        guard opening.follows != nil, let opened = entries.first?.at else { return false }
        // who stood up gave the seat away, and nobody is left to wait for
        if entries.contains(where: { if case .leave = $0.event { true } else { false } }) { return false }
        return Instant.now < opened.adding(seconds: Self.keptFor)
    }

    /// A name as it was asked for, or with a number where somebody has it.
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
