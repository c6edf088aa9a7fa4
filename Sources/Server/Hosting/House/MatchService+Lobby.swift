import Foundation
import Values

/// A match as the lobby shows it.
public struct LobbyMatch: Codable, Hashable, Sendable {
    /// The id of the match.
    public var id: String
    /// The id of its game.
    public var game: String
    /// The title of the game.
    public var title: String
    /// All seats, in order.
    public var seats: [SeatView.Seat]
    /// The number of free seats.
    public var free: Int
    /// The time at which the match was opened.
    public var opened: String
    /// The seconds that a seat has for its turn; nil for no limit.
    public var turnLimit: Int?
    /// The raw value of ``HostedMatch/Phase``.
    public var phase: String
}

/// The content of the lobby.
public struct Lobby: Codable, Hashable, Sendable {
    /// The public matches that wait for players, the newest first.
    public var matches: [LobbyMatch]
    /// The public matches under way.
    public var watchable: [LobbyMatch]
}

extension MatchService {
    /// The most matches of each kind that the lobby shows.
    public static let mostListed = 50
    private static let mostRead = 400
    /// The most public matches that a quick match considers.
    private static let mostSought = 5_000
    private static let mostClosed = 5

    /// Returns the public matches that wait for players, and those under way.
    ///
    /// - Throws: ``HostingError/unavailable(_:)``.
    public func lobby() async throws(HostingError) -> Lobby {
        var lobby = Lobby(matches: [], watchable: [])
        var closed = 0
        let oldest = Timestamp.now.adding(seconds: -parts.settings.staleSeconds).text
        for (id, note) in try await noted() {
            guard let match = try? JSONDecoder().decode(LobbyMatch.self, from: Data(note)) else { continue }
            guard match.opened >= oldest else {
                // close only a few matches for each request, because each must be read from its log
                if closed < Self.mostClosed { await closeStale(id) }
                closed += 1
                continue
            }
            if match.phase == "waiting" { lobby.matches.append(match) }
            if match.phase == "playing" { lobby.watchable.append(match) }
        }
        // the log sorts notes by the time of writing, which isn't the time of opening: a join
        // rewrites the note
        lobby.matches = Array(lobby.matches.sorted { $0.opened > $1.opened }.prefix(Self.mostListed))
        lobby.watchable = Array(lobby.watchable.sorted { $0.opened > $1.opened }.prefix(Self.mostListed))
        return lobby
    }

    private func noted(
        atMost limit: Int = mostRead
    ) async throws(HostingError) -> [(match: HostedMatchID, note: [UInt8])] {
        do throws(MatchLogError) {
            return try await parts.log.matches(with: .listing, limit: limit)
        } catch {
            throw HostingError(error)
        }
    }

    /// Returns the public matches that wait for players, the oldest first. `game` is nil for all
    /// games.
    private func waitingMatches(of game: String?) async throws(HostingError) -> [HostedMatchID] {
        let oldest = Timestamp.now.adding(seconds: -parts.settings.staleSeconds).text
        var found: [(opened: String, id: HostedMatchID)] = []
        for (id, note) in try await noted(atMost: Self.mostSought) {
            guard let match = try? JSONDecoder().decode(LobbyMatch.self, from: Data(note)), match.phase == "waiting",
                match.free > 0, match.opened >= oldest, game == nil || match.game == game
            else { continue }
            found.append((match.opened, id))
        }
        return found.sorted { $0.opened < $1.opened }.map(\.id)
    }

    /// Joins the public match that has waited longest for players, of one game or, if `game` is
    /// nil, of any game. Opens a match if none waits.
    ///
    /// `owns`: Returns whether the requester already has a seat in a match.
    /// `admit`: Runs before a match is opened. This function rethrows the error of `admit`.
    /// - Throws: ``HostingError``.
    public func quick(
        game: String?, name: String?, owns: @Sendable (HostedMatchID) -> Bool = { _ in false }, nonce: Nonce,
        admit: @Sendable (HostedMatchID) async throws(HostingError) -> Void = { _ in }
    ) async throws(HostingError) -> SeatGrant {
        guard let seekers = parts.seekers[game ?? ""] else { throw .unknownGame(String((game ?? "").prefix(40))) }
        return try await seekers.pass { () async throws(HostingError) in
            try await found(game, name, owns, nonce, admit)
        }
    }

    private func found(
        _ game: String?, _ name: String?, _ owns: (HostedMatchID) -> Bool, _ nonce: Nonce,
        _ admit: (HostedMatchID) async throws(HostingError) -> Void
    ) async throws(HostingError) -> SeatGrant {
        guard let standard = game ?? games.first?.id else { throw .unknownGame("") }
        let own = parts.secret.match(opened: nonce)
        var places: QuickRequest
        do throws(MatchLogError) { places = try await QuickRequest(nonce, of: parts) } catch {
            throw parts.failure(error)
        }
        // a repeated request starts with the match that it tried last, because the first request
        // may have opened or joined that match
        var next = places.asked.last
        var waiting: ArraySlice<HostedMatchID>?
        for _ in 0...Self.mostAsked {
            if let place = next {
                if place == own { return try await opened(standard, name, nonce, admit) }
                if let seated = try await seated(in: place, name, nonce) { return seated }
            }
            if waiting == nil {
                waiting = try await waitingMatches(of: game)[...]
            }
            let other = waiting?.popFirst(where: { $0 != own && !owns($0) && !places.asked.contains($0) })
            do throws(MatchLogError) { next = try await places.ask(other ?? own) } catch { throw parts.failure(error) }
        }
        throw .unavailable("\(Self.mostAsked) matches were full by the time they were asked for")
    }

    /// The most matches in which a request tries to get a seat.
    private static let mostAsked = 60

    /// Takes a seat in a match; returns nil if the match doesn't wait for players any more.
    private func seated(
        in id: HostedMatchID, _ name: String?, _ nonce: Nonce
    ) async throws(HostingError) -> SeatGrant? {
        do throws(HostingError) {
            return try await join(id, name: name, nonce: nonce)
        } catch .full, .unknownMatch {
            return nil
        } catch .notPlaying(let sentence) {
            // a requester who got a seat by this request, and has left that seat, gets no other
            // seat by the same request
            let own = Nonce(digest: Array(parts.secret.token(match: id, nonce: nonce).hash))
            if try await table(id).ask({ match in match.number(of: own) != nil }) { throw .notPlaying(sentence) }
            return nil
        }
    }

    private func opened(
        _ game: String, _ name: String?, _ nonce: Nonce,
        _ admit: (HostedMatchID) async throws(HostingError) -> Void
    ) async throws(HostingError) -> SeatGrant {
        try await admit(parts.secret.match(opened: nonce))
        var request = MatchRequest(game: game, name: name)
        (request.isPublic, request.turnLimit) = (true, parts.settings.quickTurnLimit)
        return try await open(request, nonce: nonce)
    }

    /// Returns the id of the match that the request with this nonce opens.
    public func match(openedBy nonce: Nonce) -> HostedMatchID { parts.secret.match(opened: nonce) }

    /// Returns whether the lobby shows a match as one that waits for players; nil for a match that
    /// nobody has opened.
    ///
    /// - Throws: ``HostingError/unavailable(_:)``.
    public func isWaiting(_ id: HostedMatchID) async throws(HostingError) -> Bool? {
        let note: [UInt8]?
        do throws(MatchLogError) {
            note = try await parts.log.note(.listing, on: id)
            if note == nil, try await parts.log.read(id, from: 1).isEmpty { return nil }
        } catch {
            throw HostingError(error)
        }
        return note.flatMap { try? JSONDecoder().decode(LobbyMatch.self, from: Data($0)) }?.phase == "waiting"
    }

    /// Updates the lobby's note on a public match. If the update fails, the note stays outdated
    /// until the next update.
    func list(_ id: HostedMatchID) async {
        do throws(HostingError) {
            let listed = try await table(id).ask { match throws(HostingError) -> LobbyMatch? in
                guard match.opening.isPublic, let opened = match.entries.first?.at else { return nil }
                return LobbyMatch(
                    id: id.text, game: match.script.id, title: match.script.title,
                    seats: match.seats.map(match.seatView),
                    free: match.freeSeats.count, opened: opened.text, turnLimit: match.opening.turnLimit,
                    phase: try match.phase().rawValue)
            }
            guard let listed else { return }
            try await note(["waiting", "playing"].contains(listed.phase) ? JSONBytes.of(listed) : nil, on: id)
        } catch {
            parts.report("the lobby can't list \(id): \(error.forTheServer ?? error.message)")
        }
    }

    private func note(_ bytes: [UInt8]?, on id: HostedMatchID) async throws(HostingError) {
        do throws(MatchLogError) {
            try await parts.log.note(.listing, bytes, on: id)
        } catch {
            throw HostingError(error)
        }
    }

    private func closeStale(_ id: HostedMatchID) async {
        do throws(HostingError) {
            try await table(id).write(parts.secret.nonce("close", id)) { match throws(HostingError) in
                try match.phase() == .waiting ? .close(.stale) : nil
            }
            try await note(nil, on: id)
        } catch {
            parts.report("\(id) can't be closed: \(error.forTheServer ?? error.message)")
        }
    }
}

extension ArraySlice {
    /// Removes everything up to and including the first element that fits, and returns that
    /// element. If no element fits, removes all and returns nil.
    fileprivate mutating func popFirst(where fits: (Element) -> Bool) -> Element? {
        while let element = popFirst() { if fits(element) { return element } }
        return nil
    }
}

/// A request for a seat in any match, with the matches in which it has tried to get a seat.
///
/// Before the request tries a match, it stores the id of that match in a log of its own. A repeated
/// request tries the same match again, so nobody gets two seats.
struct QuickRequest: Sendable {
    private let log: any MatchLog
    private let id: HostedMatchID
    private let nonce: Nonce
    /// The matches in the order in which they were tried.
    private(set) var asked: [HostedMatchID] = []

    /// Reads the matches that a request has already tried.
    ///
    /// `nonce`: The nonce of the request.
    init(_ nonce: Nonce, of parts: MatchDependencies) async throws(MatchLogError) {
        (log, self.nonce) = (parts.log, nonce)
        id = parts.secret.match(soughtWith: nonce)
        asked = try await log.read(id, from: 1).map(Self.match)
    }

    /// Records the match that the request tries next. If another server has already recorded a
    /// match for the same request, the request tries that match.
    ///
    /// - Returns: The match to try.
    mutating func ask(_ match: HostedMatchID) async throws(MatchLogError) -> HostedMatchID {
        let entry = LoggedEntry(number: asked.count + 1, nonce: nonce, bytes: Array(match.text.utf8))
        let next =
            switch try await log.append(entry, to: id) {
            case .stored: match
            case .taken(let other): try Self.match(other)
            }
        asked.append(next)
        return next
    }

    private static func match(_ entry: LoggedEntry) throws(MatchLogError) -> HostedMatchID {
        guard let match = HostedMatchID(String(decoding: entry.bytes, as: UTF8.self)) else {
            throw .damaged("a request names no match")
        }
        return match
    }
}
