import Conversations
import Foundation
import MatchSessions
import MessageWire

extension MatchRecord {
    /// All that has to be remembered of the match, but for its key. The same record gives the same bytes.
    package func stored(_ carrier: Carrier) throws -> StoredMatch {
        // for the store alone: its check of the state is empty
        let envelope = try Envelope(
            match.signedLog, sender: match.signedLog.match.setup.inviterSeat,
            standingDigest: [UInt8](repeating: 0, count: Envelope.stateCheckSize))
        return StoredMatch(
            id: match.id, game: match.signedLog.match.game, chat: chat, url: try carrier.url(of: envelope),
            seat: match.seat, session: session, people: who.participants,
            notes: Data(try match.bytes(withKeys: false)))
    }

    /// A match as it was kept. Its log was verified before it was kept.
    ///
    /// - Throws: ``SessionCodingError/laterVersion(_:)`` for one that a later version kept.
    package init(_ kept: StoredMatch, key: SeatKey?, carrier: Carrier) throws {
        let keys = key.map { [$0] } ?? []
        let log = try carrier.envelope(from: kept.url).signedLog
        let match = try MatchSession(bytes: Array(kept.notes), keys: keys, carrier: carrier)
        guard log == match.signedLog else { throw SessionCodingError.malformed("its url is of another log") }
        self.init(match, chat: kept.chat, session: kept.session ?? Session(UUID()), people: kept.people)
    }
}
