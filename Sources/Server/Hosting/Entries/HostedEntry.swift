import Foundation
import MessageProtocol
import Values

/// An event of a hosted match: one entry of its log.
public struct HostedEntry: Hashable, Sendable {
    /// The kinds of events.
    public enum Event: Hashable, Sendable {
        /// The match was opened. This event is the first entry of every log, and never a later one.
        case open(MatchParameters)
        /// Somebody took a seat. The match begins when all seats are taken.
        case join(seat: Int, SeatOccupant)
        /// A seat made a move.
        case ply(seat: Int, LoggedMove)
        /// A seat resigned. If the match hadn't begun, the seat only became free.
        case leave(seat: Int)
        /// A seat took longer than the match allows.
        case timeout(seat: Int)
        /// A player said something.
        case say(seat: Int, Phrase)
        /// The match was closed before it was over. Nothing can be played after that.
        case close(Closing)
        /// The same players continue in another match.
        case next(HostedMatchID)
    }

    /// The reason for which a match was closed.
    public enum Closing: String, Hashable, Sendable, CaseIterable {
        /// All players have left.
        case empty
        /// The match has waited too long for players.
        case stale
    }

    /// The time of the entry, by the clock of the server that wrote it.
    public var at: Timestamp
    /// The event.
    public var event: Event

    /// Creates an entry.
    public init(at: Timestamp, _ event: Event) {
        self.at = at
        self.event = event
    }
}

// An entry is encoded as deterministic CBOR: a list of its kind, its time in milliseconds, and the
// values of the kind. A move has the same bytes as in a message.
extension HostedEntry {
    private static let limits = ValueLimits(bytes: LoggedEntry.mostBytes, depth: 8, items: 2000)

    /// Returns the bytes for a log.
    ///
    /// - Throws: ``MatchLogError/refused(_:)`` for an entry that is too large for a log.
    public func bytes() throws(MatchLogError) -> [UInt8] {
        var parts: [Value] = [.string(kind), .int(at.milliseconds)]
        switch event {
        case .open(let opening): parts.append(opening.value)
        case .join(let seat, let sitter):
            parts += [.int(Int64(seat)), .string(sitter.name), sitter.tokenHash.map(Value.bytes) ?? .null]
        case .ply(let seat, let move): parts += [.int(Int64(seat)), .bytes(move.bytes)]
        case .leave(let seat), .timeout(let seat): parts.append(.int(Int64(seat)))
        case .say(let seat, let phrase): parts += [.int(Int64(seat)), .string(phrase.rawValue)]
        case .close(let why): parts.append(.string(why.rawValue))
        case .next(let match): parts.append(.string(match.text))
        }
        do {
            return try Value.array(parts).canonicalBytes(limits: Self.limits)
        } catch {
            throw .refused("an entry can't be encoded: \(error)")
        }
    }

    /// Returns the bytes for a log, after checking that they can be read again. An entry that can't
    /// be read would make its whole match unreadable.
    ///
    /// - Throws: ``HostingError/badRequest(_:)`` for an entry that can't be written or read again.
    func checkedBytes() throws(HostingError) -> [UInt8] {
        guard let bytes = try? bytes(), bytes.count <= LoggedEntry.mostBytes,
            let again = try? HostedEntry(bytes: bytes), again == self
        else {
            throw .badRequest("That can't be stored, because it is too long or has characters that can't be stored.")
        }
        return bytes
    }

    /// Reads an entry from bytes that ``bytes()`` returned.
    ///
    /// - Throws: ``MatchLogError/damaged(_:)`` for any other bytes.
    public init(bytes: [UInt8]) throws(MatchLogError) {
        guard let value = try? Value(canonicalBytes: bytes, limits: Self.limits, root: "entry"),
            let parts = value.arrayValue, parts.count >= 2, let kind = parts[0].stringValue,
            let time = parts[1].int64Value, time >= 0, let event = Self.event(kind, Array(parts.dropFirst(2)))
        else { throw .damaged("an entry can't be read") }
        self.init(at: Timestamp(milliseconds: time), event)
        // an entry has exactly one encoding, so a server can't have written any other bytes
        guard try self.bytes() == bytes else { throw .damaged("an entry isn't in its canonical form") }
    }

    private static func event(_ kind: String, _ parts: [Value]) -> Event? {
        let seat = parts.first?.intValue.flatMap { (1...16).contains($0) ? $0 : nil }
        switch (kind, parts.count) {
        case ("open", 1): return MatchParameters(parts[0]).map(Event.open)
        case ("join", 3):
            guard let seat, let name = parts[1].stringValue, SeatOccupant.cleanedName(name) == name,
                parts[2] == .null || parts[2].bytesValue?.count == SeatToken.hashSize
            else { return nil }
            return .join(seat: seat, SeatOccupant(name: name, tokenHash: parts[2].bytesValue))
        case ("ply", 2):
            guard let seat, let bytes = parts[1].bytesValue, let move = try? LoggedMove(bytes: bytes) else {
                return nil
            }
            return .ply(seat: seat, move)
        case ("leave", 1): return seat.map { .leave(seat: $0) }
        case ("timeout", 1): return seat.map { .timeout(seat: $0) }
        case ("say", 2):
            guard let seat, let phrase = parts[1].stringValue.flatMap(Phrase.init) else { return nil }
            return .say(seat: seat, phrase)
        case ("close", 1): return parts[0].stringValue.flatMap(Closing.init).map(Event.close)
        case ("next", 1): return parts[0].stringValue.flatMap { HostedMatchID($0) }.map(Event.next)
        default: return nil
        }
    }

    /// The word for the kind of event.
    public var kind: String {
        switch event {
        case .open: "open"
        case .join: "join"
        case .ply: "ply"
        case .leave: "leave"
        case .timeout: "timeout"
        case .say: "say"
        case .close: "close"
        case .next: "next"
        }
    }
}

extension MatchParameters {
    var value: Value {
        var fields: [ValueKey: Value] = [
            "game": .string(game), "script": .bytes(script), "seats": .int(Int64(seats)),
            "options": .map(options.reduce(into: [:]) { $0[.string($1.key)] = $1.value }),
            "seed": .int(Int64(bitPattern: seed)), "public": .bool(isPublic),
        ]
        if let turnLimit { fields["limit"] = .int(Int64(turnLimit)) }
        if let follows { fields["follows"] = .string(follows.text) }
        return .map(fields)
    }

    init?(_ value: Value) {
        guard let game = value["game"]?.stringValue, let script = value["script"]?.bytesValue, script.count == 32,
            let seats = value["seats"]?.intValue, (1...16).contains(seats), let seed = value["seed"]?.int64Value,
            let isPublic = value["public"]?.boolValue, let chosen = value["options"]?.normalizedTables
        else { return nil }
        var options: [String: Value] = [:]
        for case (.string(let name), let option) in chosen.mapValue ?? [:] { options[name] = option }
        let limit = value["limit"]?.intValue
        guard limit == nil || limit.map({ $0 > 0 }) == true else { return nil }
        self.init(
            game: game, script: script, seats: seats, options: options, seed: UInt64(bitPattern: seed),
            turnLimit: limit,
            isPublic: isPublic, follows: value["follows"]?.stringValue.flatMap { HostedMatchID($0) })
    }
}

/// The phrases that players may say to each other in a hosted match. They can say nothing else.
public enum Phrase: String, CaseIterable, Sendable {
    /// A phrase that may be said before, in or after a match; see ``text``.
    case hello, thanks, sorry, again, goodLuck = "good_luck", goodMove = "good_move", oneMoment = "one_moment",
        goodGame = "good_game"

    /// The phrase as people read it.
    public var text: String {
        switch self {
        case .hello: "Hello!"
        case .thanks: "Thanks!"
        case .sorry: "Sorry!"
        case .again: "Again?"
        case .goodLuck: "Good luck!"
        case .goodMove: "Good move!"
        case .oneMoment: "One moment, please."
        case .goodGame: "Good game!"
        }
    }
}

/// A point in time on the clock of the server that recorded it.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The milliseconds since 1970, never negative.
    public let milliseconds: Int64

    /// Creates a point in time. A negative number gives the start of 1970.
    public init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

    /// The current time.
    public static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the time `seconds` later, which is at most about 16,000 years after 1970.
    public func adding(seconds: Int) -> Timestamp {
        // the end of the year 9999, in seconds
        let most = Int64(253_402_300_799)
        let added = min(max(Int64(clamping: seconds), -most), most) * 1000
        return Timestamp(milliseconds: min(max(milliseconds, 0), most * 1000) + added)
    }

    /// The time as ISO 8601 with milliseconds, in UTC.
    public var text: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
