import GameRules
import MessageWire

// What a seat does becomes a signed draft; it counts once it was sent.
extension MatchTable {
    static func error(_ failure: ReplayFailure) -> TableError {
        switch failure {
        case .refused(let reason), .failed(let reason): .request(reason)
        }
    }

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
        if let offer = record.ownOffers.first { return try url(offering: offer.bet, in: record) }
        // who has no seat says so: a seat's own message, sent by someone else, could pass that one off as the seat's player
        let isAsking = record.joins.contains { $0.entry.key == record.key?.publicKey }
        if let url = record.url, record.seat != nil || isAsking { return url }
        guard record.seat != nil || record.url != nil || !record.signedLog.log.plies.isEmpty else {
            throw .request("There is nothing to send again.")
        }
        do {
            let digest = try rules(at: record.signedLog).match.digest(public: true)
            let url = try carrier.url(
                of: Envelope(record.signedLog, sender: record.seat ?? 0, publicStateDigest: digest))
            records[id]?.url = url
            return url
        } catch {
            throw Self.tableError(error)
        }
    }

    /// A move that was lost has been dealt with.
    func forgetSuperseded(_ id: MatchID) { records[id]?.superseded = nil }

    /// The person deleted the draft: another ply may be signed on its head.
    public func cancelDraft(of id: MatchID) { records[id]?.draft = nil }

    func keep(
        _ log: SignedLog, seat: Int, text: String, move: String?, round: Head? = nil, record: MatchRecord,
        digest: [UInt8], join: SeatedJoin? = nil, growing: Draft? = nil
    ) throws -> Draft {
        var (log, record) = (log, record)
        let url: String
        if join == nil, let kept = record.signed[log.head], let envelope = try? carrier.envelope(from: kept) {
            (url, log) = (kept, envelope.signedLog)
        } else {
            url = try carrier.url(of: Envelope(log, sender: seat, publicStateDigest: digest, join: join))
            if join == nil { record.signed[log.head] = url }
        }
        let draft = Draft(
            signedLog: log, url: url, text: growing.map { "\($0.text), \(text)" } ?? text,
            base: record.signedLog.head, seat: seat, moves: (growing?.moves ?? []) + [move].compactMap(\.self),
            round: round)
        record.draft = draft
        records[record.id] = record
        return draft
    }

    static func tableError(_ error: any Error) -> TableError {
        switch error {
        case let error as TableError: error
        case let error as GameError: .game(error)
        case let error as WireError: .wire(error)
        case let error as ReplayFailure: Self.error(error)
        default: .request("\(error)")
        }
    }
}
