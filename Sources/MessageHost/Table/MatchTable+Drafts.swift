import GameRules
import MessageWire

// What a seat does becomes a signed draft; it counts once it was sent.
extension MatchTable {
    /// Who has resigned signs that again, and a lost entry of a round as it was: nothing else.
    func checkStandsByResignation(_ record: MatchRecord, signing text: String?) throws(TableError) {
        guard record.owesResignation else { return }
        if let text, let seat = record.seat, try lostEntry(of: seat, in: record, at: record.signedLog) == text {
            return
        }
        throw .request(
            "You have resigned, and a move that crossed it stands. Only the resignation can be sent again: `resign`.")
    }

    /// The url of the match as it stands, to be sent again; also by a device that has no seat in it.
    ///
    /// - Throws: ``TableError`` for a match that nobody was told of.
    public func urlToSendAgain(_ id: MatchID) throws(TableError) -> String {
        guard let record = records[id] else { throw .request("There is no such match.") }
        if let offer = record.ownOffers.first {
            return try url(of: record.signedLog, sender: 0, digest: digest(at: record.signedLog), bet: offer.bet)
        }
        // who has no seat says so: a seat's own message, sent by someone else, could pass that one off as the seat's player
        let isAsking = record.joins.contains { $0.entry.key == record.key?.publicKey }
        if let url = record.url, record.seat != nil || isAsking { return url }
        guard record.seat != nil || record.url != nil || !record.signedLog.log.plies.isEmpty else {
            throw .request("There is nothing to send again.")
        }
        // a round that others have put together so far is relayed as nobody's
        let sender = record.seat.flatMap { record.signedLog.canBeSent(by: $0) ? $0 : nil } ?? 0
        let url = try url(of: record.signedLog, sender: sender, digest: digest(at: record.signedLog))
        records[id]?.url = url
        return url
    }

    /// A move that was lost has been dealt with.
    func forgetSuperseded(_ id: MatchID) { records[id]?.superseded = nil }

    /// The person deleted the draft: another ply may be signed on its head, unless something was seen that it shows.
    public func cancelDraft(of id: MatchID) {
        noteSeen(ofDraftIn: id)
        records[id]?.draft = nil
    }

    /// The digest of the public state at the end of a log.
    func digest(at log: SignedLog) throws(TableError) -> [UInt8] {
        try look(at: log) { match throws(GameError) in try match.digest(public: true) }
    }

    /// The message that ends with a log, sent by a seat, or by 0 for nobody's.
    ///
    /// - Parameter digest: Of the public state at its end.
    /// - Throws: ``TableError/wire(_:)`` for one that doesn't fit.
    func url(
        of log: SignedLog, sender: Int, digest: [UInt8], join: SeatedJoin? = nil, bet: Bet? = nil
    ) throws(TableError) -> String {
        do {
            return try self.url(of: Envelope(log, sender: sender, publicStateDigest: digest, join: join, bet: bet))
        } catch {
            throw .wire(error)
        }
    }

    /// A draft with more behind its moves.
    func keep(
        _ log: SignedLog, text: String, behind draft: Draft, record: MatchRecord, digest: [UInt8]
    ) throws(TableError) -> Draft {
        var whole = try keep(log, seat: draft.seat, text: text, move: nil, record: record, digest: digest)
        (whole.moves, whole.places, whole.round) = (draft.moves, draft.places, draft.round)
        records[record.id]?.draft = whole
        return whole
    }

    /// What was signed becomes the match's draft.
    ///
    /// - Parameters:
    ///   - move: As it is to be staged anew; nil for what isn't a move.
    ///   - join: The seat that is asked for.
    ///   - growing: The draft behind which it stands, which it takes the place of.
    func keep(
        _ log: SignedLog, seat: Int, text: String, move: String?, round: Head? = nil, record: MatchRecord,
        digest: [UInt8], join: SeatedJoin? = nil, growing: Draft? = nil
    ) throws(TableError) -> Draft {
        var (log, record) = (log, record)
        let url: String
        if join == nil, let kept = record.signed[log.head], let envelope = try? envelope(from: kept) {
            (url, log) = (kept, envelope.signedLog)
        } else {
            url = try self.url(of: log, sender: seat, digest: digest, join: join)
            if join == nil { record.note(url, ledTo: log.head) }
        }
        let draft = Draft(
            signedLog: log, url: url, text: growing.map { "\($0.text), \(text)" } ?? text,
            base: record.signedLog.head, seat: seat, moves: (growing?.moves ?? []) + [move].compactMap(\.self),
            places: (growing?.places ?? []) + (move == nil ? [] : [log.log.plies.count]), round: round)
        record.draft = draft
        records[record.id] = record
        return draft
    }
}
