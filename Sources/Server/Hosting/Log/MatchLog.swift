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
