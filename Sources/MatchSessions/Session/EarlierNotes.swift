import Foundation
import MessageWire
import Values

/// The JSON that Parlor kept of a match beside its log and keys before there were sessions. It is read, and written no more.
struct KeptNotes: Decodable {
    struct KeptDraft: Decodable {
        var url: String
        var text: String
        var base: Data
        var seat: Int
        var move: String?
        /// All moves, where there are several.
        var moves: [String]?
        /// Their plies, where others stand after them.
        var places: [Int]?
        var round: Data?
        var bet: KeptBet?
    }

    struct KeptBet: Decodable {
        var bytes: Data
        var number: Int

        func offer() throws(WireError) -> OfferedBet {
            OfferedBet(bet: try Bet(bytes: Array(bytes)), number: number)
        }
    }

    struct KeptWord: Decodable {
        var seat: Int
        var head: Data
        var isRound: Bool
        var plies: [Data]

        func word() throws(WireError) -> SignedWord {
            SignedWord(seat: seat, head: try Head(Array(head)), isRound: isRound, plies: plies.map { Array($0) })
        }
    }

    /// The message that ends with the log; the log itself is kept as a url, too, which may never have been sent.
    var url: String?
    var changed: Duration
    var draft: KeptDraft?
    /// Joins, as messages that ask for a seat.
    var joins: [String]
    /// Bets that were offered; nil where none are.
    var bets: [KeptBet]?
    /// Choices in rounds, by the head that a round begins on.
    var entries: [Data: String]
    /// The bets that those carry; nil where none do.
    var entryBets: [Data: [Data]]?
    var lastMove: String?
    /// All moves of the message that held it, where there are several.
    var lastMoves: [String]?
    var superseded: String?
    /// Whether the seat resigned; nil if it didn't.
    var hasResigned: Bool?
    /// What the seat has sealed for longer than a round, salt and move, by commitment; nil where that is nothing.
    var secrets: [Data: Data]?
    /// What the seat sent and the log doesn't hold any more; nil where that is nothing.
    var lostWords: [KeptWord]?
    /// The message with another log that nothing decides against ours, and who signed both.
    var disputed: String?
    var disputedBy: [Int]?
    /// Who sent that one; whether it is the log that was left for theirs; and that log's head and holder.
    var disputedFrom: UUID?
    var isSwapped: Bool?
    var left: Data?
    var leftFor: UUID?
}

extension MatchSession {
    /// A match as versions before kept it.
    ///
    /// - Parameters:
    ///   - json: What was kept beside the log.
    package init(earlier json: Data, of log: SignedLog, keys: [SeatKey], carrier: Carrier) throws {
        let notes = try JSONDecoder().decode(KeptNotes.self, from: json)
        self.init(log, keys: keys, changed: notes.changed)
        // of a seat whose join was lost, the one that is free
        let seat = self.seat ?? (1...log.log.seats).first { log.roster[$0] == nil } ?? 1
        url = notes.url
        for url in notes.joins {
            if let join = try carrier.envelope(from: url).join { joins.append(join) }
        }
        for kept in notes.bets ?? [] { bets.append(try kept.offer()) }
        var lost: Set<SignedWord> = []
        for kept in notes.lostWords ?? [] { lost.insert(try kept.word()) }
        sent = EquivocationGuard(lostWords: lost)
        for (head, text) in notes.entries {
            let bets = try (notes.entryBets?[head] ?? []).map { try Bet(bytes: Array($0)) }
            sent.entries[try Head(Array(head))] = [seat: .init(text: text, bets: bets)]
        }
        if notes.hasResigned == true { sent.resigned = [seat] }
        lastMove = notes.lastMove
        lastMoves = notes.lastMoves ?? []
        superseded = notes.superseded
        for (commitment, move) in notes.secrets ?? [:] {
            secrets[try Commitment(Array(commitment))] = try OpenedMove(bytes: Array(move))
        }
        if let url = notes.disputed {
            let theirs = try carrier.envelope(from: url).signedLog
            dispute = KeptDispute(
                dispute: Dispute(seats: notes.disputedBy ?? [], theirs: theirs), url: url,
                sender: notes.disputedFrom?.uuidString, isSwapped: notes.isSwapped ?? false)
        }
        if let head = notes.left, let holder = notes.leftFor {
            left = LeftLog(head: try Head(Array(head)), holder: holder.uuidString)
        }
        if let kept = notes.draft { draft = try Draft(earlier: kept, carrier: carrier) }
    }
}

extension Draft {
    fileprivate init(earlier kept: KeptNotes.KeptDraft, carrier: Carrier) throws {
        let envelope = try carrier.envelope(from: kept.url)
        self.init(
            signedLog: envelope.signedLog, url: kept.url, text: kept.text, base: try Head(Array(kept.base)),
            seat: kept.seat, moves: kept.moves ?? kept.move.map { [$0] } ?? [], bet: try kept.bet?.offer())
        places = kept.places ?? lastPlaces
        asksForSeat = envelope.join != nil
        // whether they drew wasn't kept: all of them stand, so that nobody can look and choose anew
        if !moves.isEmpty, signedLog.match.isChained || signedLog.log.plies.contains(where: { $0.revealed != nil }) {
            seen = Seen(count: moves.count, opened: false)
        }
        if let round = kept.round, let move = kept.move {
            let bets = signedLog.log.plies.last { $0.seat == kept.seat }?.bets ?? []
            chosen[try Head(Array(round))] = [kept.seat: .init(text: move, bets: bets)]
        }
    }
}
