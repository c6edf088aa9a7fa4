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
    init(_ nonce: Nonce, of parts: HouseParts) async throws(MatchLogError) {
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
