import Values

/// The store of hosted matches: for each match a list of entries that only grows.
///
/// Only the log says what has happened in a match. No server owns a match or needs a lease. A
/// server reads the log, decides about a request, and appends an entry with the number after the
/// last entry that it has read. If several servers append an entry with one number, the log stores
/// exactly one of the entries. The other servers read the new entries and decide again.
///
/// An implementation of this protocol is called an engine. If the caller's task is cancelled, an
/// engine may finish the call, or give up with ``MatchLogError/cancelled``. It must not throw
/// ``MatchLogError/unavailable(_:)`` for a cancelled task, because that error extends the turns of
/// matches.
///
/// An engine of your own has to pass `MatchLogLaws` (in the library `StorageLaws`).
public protocol MatchLog: Sendable {
    /// Adds an entry if its number is the next one of the match: 1 for a match without entries.
    ///
    /// Appending an entry again with the same number, nonce and bytes returns `stored` and changes
    /// nothing. If an engine gets no answer to an attempt, it finds out whether the log has the
    /// entry before it returns.
    ///
    /// - Throws: ``MatchLogError/unavailable(_:)`` if the engine can't find out, so that the log
    ///   may or may not have the entry. ``MatchLogError/refused(_:)`` if the number isn't the next
    ///   one but a later one, or if the entry has more than ``LoggedEntry/mostBytes`` bytes.
    func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> AppendResult

    /// Returns the entries of a match from a number on, in order and without gaps. The result is
    /// empty for a match without entries.
    ///
    /// The result includes every entry whose append returned `stored` before the call.
    func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry]

    /// Returns all matches that have entries, each once, in no order. Matches that are opened
    /// during the call may be missing.
    func matches() async throws(MatchLogError) -> [HostedMatchID]

    /// Returns a stream of the entries that anybody appends to any match from now on. Entries of
    /// one match come in order.
    ///
    /// The stream isn't reliable: entries may be missing or come twice. A listener that sees a gap
    /// in the numbers reads the log.
    func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival>

    /// Moves an idle match to the cheapest storage. Reading and appending work as before.
    func archive(_ match: HostedMatchID) async throws(MatchLogError)

    /// Stores a note on a match beside its log, or removes the note. A new note of the same kind
    /// replaces the old one. A note may be lost or outdated.
    ///
    /// `bytes`: At most ``MatchNote/mostBytes``; nil to remove the note.
    func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError)

    /// Returns the note of a match; nil for none.
    func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]?

    /// Returns all matches that have a note of a kind, the newest notes first.
    func matches(with kind: MatchNote, limit: Int) async throws(MatchLogError) -> [(
        match: HostedMatchID, note: [UInt8]
    )]

    /// Closes files and connections. Every later call fails, and streams of arrivals end.
    func close() async
}

/// The result of appending an entry.
public enum AppendResult: Hashable, Sendable {
    /// The log has the entry at its number.
    case stored
    /// Another entry already has the number. If that entry has the same nonce, another server has
    /// already decided the same request.
    case taken(LoggedEntry)
}

/// An entry that was appended, and its match.
public struct Arrival: Hashable, Sendable {
    /// The match.
    public var match: HostedMatchID
    /// The entry.
    public var entry: LoggedEntry

    /// Creates an arrival.
    public init(match: HostedMatchID, entry: LoggedEntry) {
        self.match = match
        self.entry = entry
    }
}

/// A kind of note on a match beside its log. A note may be wrong: check it against the log before
/// you rely on it.
public enum MatchNote: String, CaseIterable, Sendable {
    /// The line that the lobby shows for a public match.
    case listing
    /// A checkpoint of the match, so that its log needn't be replayed.
    case snapshot
    /// The text of a game's rules. The match id of such a note is derived from the digest of the
    /// rules, and isn't the id of a match.
    case rules

    /// The size of the largest note: 768 KiB.
    public static let mostBytes = 768 << 10
}

extension LoggedEntry {
    /// Checks the limits that every engine enforces: the number and the size.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``.
    public func check() throws(MatchLogError) {
        guard number >= 1 else { throw .refused("expected an entry's number from 1 on, found \(number)") }
        guard bytes.count <= Self.mostBytes else {
            throw .refused("expected at most \(Self.mostBytes) bytes for an entry, found \(bytes.count)")
        }
    }
}

extension MatchNote {
    /// Checks the size limit that every engine enforces.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``.
    public static func check(_ bytes: [UInt8]?) throws(MatchLogError) {
        guard let count = bytes?.count, count > mostBytes else { return }
        throw .refused("expected at most \(mostBytes) bytes for a note, found \(count)")
    }
}

extension MatchLogError {
    /// The error of every call to a closed log.
    public static let closed = MatchLogError.unavailable("it was closed")

    /// Returns the error for an entry whose number isn't the next one.
    public static func gap(_ number: Int, behind last: Int) -> MatchLogError {
        .refused("expected entry \(last + 1), the next one, found entry \(number)")
    }
}

/// The reason why a call to a log failed. The reason doesn't say whether the log has the entry:
/// read the log to find out.
public enum MatchLogError: Error, Hashable, Sendable {
    /// The engine gave up after its own time limit. The text is a sentence for the operator.
    case unavailable(String)
    /// The caller was cancelled, and the engine gave up. The log itself may be reachable.
    case cancelled
    /// The request isn't allowed: an entry after a gap, or one above a size limit.
    case refused(String)
    /// The stored data can't have been written by an engine of this kind.
    case damaged(String)
}

extension MatchLogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let what): "The log can't be reached: \(what)"
        case .cancelled: "The request to the log was cancelled"
        case .refused(let what): "The log rejects the request: \(what)"
        case .damaged(let what): "The log is damaged: \(what)"
        }
    }
}

/// An entry of a match's log as an engine stores it: bytes under a number and a nonce.
public struct LoggedEntry: Hashable, Sendable {
    /// The place of the entry in the log of its match, from 1, without gaps.
    public var number: Int
    /// The nonce by which a server recognises the entry that it has appended.
    public var nonce: Nonce
    /// The bytes of a ``HostedEntry``, at most ``mostBytes``.
    public var bytes: [UInt8]

    /// The size of the largest entry: 16 KiB.
    public static let mostBytes = 16 << 10

    /// Creates an entry.
    public init(number: Int, nonce: Nonce, bytes: [UInt8]) {
        self.number = number
        self.nonce = nonce
        self.bytes = bytes
    }
}

/// The identifier of one intent. The requester chooses it and repeats it with each retry, and the
/// intent is carried out once.
public struct Nonce: Hashable, Sendable {
    /// The characters: 16 to 64 letters, digits, `-` and `_`.
    public let text: String

    /// Reads a nonce from untrusted text; nil for anything else.
    public init?(_ text: String) {
        let isFit = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard (16...64).contains(text.utf8.count), isFit else { return nil }
        self.text = text
    }

    /// Derives a nonce from a digest, as ``HostedMatchID/init(digest:)`` does.
    package init(digest: [UInt8]) { self.init(known: HostedMatchID(digest: digest).text) }

    private init(known text: String) { self.text = text }

    /// Returns a new nonce from the system's random numbers.
    public static func random() -> Nonce { Nonce(known: HostedMatchID.random().text) }
}

extension Nonce: CustomStringConvertible {
    public var description: String { text }
}
