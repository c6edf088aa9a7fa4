import Values

/// Where hosted matches are kept: for each match a list of entries that only grows.
///
/// The log is the truth. Whoever serves a match holds no lease and owns nothing: it reads the log, decides, and appends with the
/// number that it saw. Of several that append at one number exactly one wins; the others read on and decide again.
///
/// Where the caller's task is cancelled an engine may go on, or give up with ``MatchLogError/cancelled``: never with
/// ``MatchLogError/unavailable(_:)``, which stops the clocks of matches.
///
/// An engine of your own has to pass `MatchLogLaws` (in the library `StorageLaws`).
public protocol MatchLog: Sendable {
    /// Adds an entry, if its number is the next one of the match: 1 for a match that has none.
    ///
    /// The entry that has the number already, asked for again with the same nonce and the same bytes, is `stored`, and the log is what
    /// it was. An engine that doesn't know whether its attempt has arrived finds out before it answers.
    ///
    /// - Throws: ``MatchLogError/unavailable(_:)`` where it can't find out: the entry may be there or not.
    ///   ``MatchLogError/refused(_:)`` for a number behind a gap, and for more bytes than ``LoggedEntry/mostBytes``.
    func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> Appended

    /// The entries of a match from a number on, in order and without gaps; none for a match that has none.
    ///
    /// Everything that was `stored` before the call is there.
    func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry]

    /// All matches that have entries, each once, in no order. Those that are opened meanwhile may be missing.
    func matches() async throws(MatchLogError) -> [HostedMatchID]

    /// Entries of all matches as they are appended, whoever does it, from now on. Those of one match come in order.
    ///
    /// It is a hint: entries may be missing, and may come twice. Whoever sees a gap reads.
    func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival>

    /// Puts an idle match away where it costs least. It is read and appended to as before.
    func archive(_ match: HostedMatchID) async throws(MatchLogError)

    /// Keeps a note on a match beside its log, or takes it away. The last one counts; it may be lost, or old.
    ///
    /// `bytes`: At most ``MatchNote/mostBytes``; nil for none.
    func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError)

    /// The note of a match; nil for none.
    func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]?

    /// All matches that have a note of a kind, the newest notes first.
    func matches(with kind: MatchNote, limit: Int) async throws(MatchLogError) -> [(
        match: HostedMatchID, note: [UInt8]
    )]

    /// Lets go of files and connections. Nothing can be asked afterwards; streams of arrivals end.
    func close() async
}

/// What became of an entry that was to be added.
public enum Appended: Hashable, Sendable {
    /// It is in the log, at its number.
    case stored
    /// Another entry has its number. Where that one has the same nonce, somebody has decided the same request already.
    case taken(LoggedEntry)
}

/// An entry that was appended, and where.
public struct Arrival: Hashable, Sendable {
    /// The match.
    public var match: HostedMatchID
    /// What was appended.
    public var entry: LoggedEntry

    /// Makes an arrival.
    public init(match: HostedMatchID, entry: LoggedEntry) {
        self.match = match
        self.entry = entry
    }
}

/// What may be noted on a match beside its log. No truth: whoever reads a note looks into the log before anything follows from it.
public enum MatchNote: String, CaseIterable, Sendable {
    /// What the lobby shows of a match that is open to all.
    case listing
    /// Where the match stands, so that it needn't be played again.
    case snapshot
    /// The text of the rules with a digest: the note is on the match that is called after the digest, and in truth none.
    case rules

    /// The size of the largest note: 768 KiB.
    public static let mostBytes = 768 << 10
}

extension LoggedEntry {
    /// What no engine takes.
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
    /// What no engine takes.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``.
    public static func check(_ bytes: [UInt8]?) throws(MatchLogError) {
        guard let count = bytes?.count, count > mostBytes else { return }
        throw .refused("expected at most \(mostBytes) bytes for a note, found \(count)")
    }
}

extension MatchLogError {
    /// What a log that was closed says to everything.
    public static let closed = MatchLogError.unavailable("it was closed")

    /// What a log says to an entry whose number isn't the next one.
    public static func gap(_ number: Int, behind last: Int) -> MatchLogError {
        .refused("expected entry \(last + 1), the next one, found entry \(number)")
    }
}

/// Why a log couldn't do what was asked. Nothing of it says whether the entry is there: who has to know reads the log.
public enum MatchLogError: Error, Hashable, Sendable {
    /// The engine didn't answer for as long as it tries: a sentence for whoever runs it.
    case unavailable(String)
    /// Whoever asked was cancelled, and the engine has given up. It says nothing of the log: that may be there.
    case cancelled
    /// What was asked can't be: an entry behind a gap, or a larger one than a log takes.
    case refused(String)
    /// What is stored isn't what an engine of this kind stores.
    case damaged(String)
}

extension MatchLogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let what): "The log can't be reached: \(what)"
        case .cancelled: "Whoever asked the log has given up"
        case .refused(let what): "The log refuses that: \(what)"
        case .damaged(let what): "The log is damaged: \(what)"
        }
    }
}

/// An entry of a match's log as an engine keeps it: bytes under a number and a nonce.
public struct LoggedEntry: Hashable, Sendable {
    /// Its place in the log of its match, from 1, without gaps.
    public var number: Int
    /// Who appends tells by it whether an entry is its own.
    public var nonce: Nonce
    /// What it says; see ``HostedEntry``. At most ``mostBytes``.
    public var bytes: [UInt8]

    /// The size of the largest entry: 16 KiB.
    public static let mostBytes = 16 << 10

    /// Makes an entry.
    public init(number: Int, nonce: Nonce, bytes: [UInt8]) {
        self.number = number
        self.nonce = nonce
        self.bytes = bytes
    }
}

/// What tells one intent from all others: whoever asks for something chooses it, and asks again with the same one. It happens once.
public struct Nonce: Hashable, Sendable {
    /// 16 to 64 letters, digits, `-` and `_`.
    public let text: String

    /// Reads one that a stranger wrote; nil for anything else.
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

    /// One that follows from a digest, as ``HostedMatchID/init(digest:)`` does.
    package init(digest: [UInt8]) { self.init(known: HostedMatchID(digest: digest).text) }

    private init(known text: String) { self.text = text }

    /// A new one, of the system's random numbers.
    public static func random() -> Nonce { Nonce(known: HostedMatchID.random().text) }
}

extension Nonce: CustomStringConvertible {
    public var description: String { text }
}
