import Foundation
import Values

/// A match as the lobby shows it.
public struct LobbyMatch: Codable, Hashable, Sendable {
    /// Which match it is.
    public var id: String
    /// The id of its game.
    public var game: String
    /// What people call the game.
    public var title: String
    /// All seats, in order.
    public var seats: [SeatView.Seat]
    /// How many seats are free.
    public var free: Int
    /// When it was opened.
    public var opened: String
    /// How many seconds a seat has for its turn; nil for as long as it likes.
    public var turnLimit: Int?
    /// See ``HostedMatch/Phase``.
    public var phase: String
}

/// What the lobby shows.
public struct Lobby: Codable, Hashable, Sendable {
    /// Public matches that wait for players, the newest first.
    public var matches: [LobbyMatch]
    /// Public matches under way.
    public var watchable: [LobbyMatch]
}

extension MatchService {
    /// The most matches of each kind that the lobby shows.
    public static let mostListed = 50
    private static let mostRead = 400
    /// A quick match looks at so many public matches.
    private static let mostSought = 5_000
    private static let mostClosed = 5

    /// The public matches that wait for players, and those under way.
    ///
    /// - Throws: ``HostingError/unavailable(_:)``.
    public func lobby() async throws(HostingError) -> Lobby {
        var lobby = Lobby(matches: [], watchable: [])
        var closed = 0
        let oldest = Instant.now.adding(seconds: -parts.settings.staleSeconds).text
        for (id, note) in try await noted() {
            guard let match = try? JSONDecoder().decode(LobbyMatch.self, from: Data(note)) else { continue }
            guard match.opened >= oldest else {
                // the others wait for the next who asks: each is read from its log
                if closed < Self.mostClosed { await closeStale(id) }
                closed += 1
                continue
            }
            if match.phase == "waiting" { lobby.matches.append(match) }
            if match.phase == "playing" { lobby.watchable.append(match) }
        }
        // a join writes the note anew, and the log gives the notes by when they were written
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

    /// The public matches of a game, or of any, that wait for players, the oldest first.
    private func waitingMatches(of game: String?) async throws(HostingError) -> [HostedMatchID] {
        let oldest = Instant.now.adding(seconds: -parts.settings.staleSeconds).text
        var found: [(opened: String, id: HostedMatchID)] = []
        for (id, note) in try await noted(atMost: Self.mostSought) {
            guard let match = try? JSONDecoder().decode(LobbyMatch.self, from: Data(note)), match.phase == "waiting",
                match.free > 0, match.opened >= oldest, game == nil || match.game == game
            else { continue }
            found.append((match.opened, id))
        }
        return found.sorted { $0.opened < $1.opened }.map(\.id)
    }

    /// Joins the public match of a game, or of any, that waits longest; opens one where none waits.
    ///
    /// `owns`: Matches in which whoever asks sits already.
    /// `admit`: Is asked before a match is opened; what it throws is thrown.
    /// - Throws: ``HostingError``.
    public func quick(
        game: String?, name: String?, owns: @Sendable (HostedMatchID) -> Bool = { _ in false }, nonce: Nonce,
        admit: @Sendable (HostedMatchID) async throws(HostingError) -> Void = { _ in }
    ) async throws(HostingError) -> Seated {
        guard let seekers = parts.seekers[game ?? ""] else { throw .unknownGame(String((game ?? "").prefix(40))) }
        return try await seekers.pass { () async throws(HostingError) in
            try await found(game, name, owns, nonce, admit)
        }
    }

    private func found(
        _ game: String?, _ name: String?, _ owns: (HostedMatchID) -> Bool, _ nonce: Nonce,
        _ admit: (HostedMatchID) async throws(HostingError) -> Void
    ) async throws(HostingError) -> Seated {
        guard let standard = game ?? games.first?.id else { throw .unknownGame("") }
        let own = parts.secret.match(opened: nonce)
        var places: QuickRequest
        do throws(MatchLogError) { places = try await QuickRequest(nonce, of: parts) } catch {
            throw parts.failure(error)
        }
        // a request that is repeated asks where it asked before: it may have opened a match, or joined one
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

    /// A request asks at so many matches at most.
    private static let mostAsked = 60

    /// Sits down in a match that waits; nil where it doesn't any more.
    private func seated(
        in id: HostedMatchID, _ name: String?, _ nonce: Nonce
    ) async throws(HostingError) -> Seated? {
        do throws(HostingError) {
            return try await join(id, name: name, nonce: nonce)
        } catch .full, .unknownMatch {
            return nil
        } catch .notPlaying(let sentence) {
            // whoever got a seat by this request and has left gets no other one by it
            let own = Nonce(digest: Array(parts.secret.token(match: id, nonce: nonce).hash))
            if try await table(id).ask({ match in match.number(of: own) != nil }) { throw .notPlaying(sentence) }
            return nil
        }
    }

    private func opened(
        _ game: String, _ name: String?, _ nonce: Nonce,
        _ admit: (HostedMatchID) async throws(HostingError) -> Void
    ) async throws(HostingError) -> Seated {
        try await admit(parts.secret.match(opened: nonce))
        var request = MatchRequest(game: game, name: name)
        (request.isPublic, request.turnLimit) = (true, parts.settings.quickTurnLimit)
        return try await open(request, nonce: nonce)
    }

    /// The match that a nonce opens.
    public func match(openedBy nonce: Nonce) -> HostedMatchID { parts.secret.match(opened: nonce) }

    /// Whether the lobby shows a match as one that waits for players; nil for a match that nobody has opened.
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

    /// Tells the lobby how a public match stands. A hint: what fails here is put right by the next one.
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
    /// Takes away everything up to the first element that fits, and returns that; nil where none does.
    fileprivate mutating func popFirst(where fits: (Element) -> Bool) -> Element? {
        while let element = popFirst() { if fits(element) { return element } }
        return nil
    }
}

/// A request for a seat in any match, with the matches that it has asked, in order.
///
/// They are kept in a log of their own, before each is asked: a request that is repeated asks the same match again, and nobody gets two
/// seats.
struct QuickRequest: Sendable {
    private let log: any MatchLog
    private let id: HostedMatchID
    private let nonce: Nonce
    /// The matches, the last one asked last.
    private(set) var asked: [HostedMatchID] = []

    /// What is known of a request.
    ///
    /// `nonce`: The request's.
    init(_ nonce: Nonce, of parts: MatchDependencies) async throws(MatchLogError) {
        (log, self.nonce) = (parts.log, nonce)
        id = parts.secret.match(soughtWith: nonce)
        asked = try await log.read(id, from: 1).map(Self.match)
    }

    /// Notes where the request asks next. Where another server was quicker it asks there.
    ///
    /// - Returns: The match that it asks.
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
