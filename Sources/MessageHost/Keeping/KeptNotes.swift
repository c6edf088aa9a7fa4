import Conversations
import Foundation
import MessageWire
import Values

/// What is kept of a match beside its log and keys.
struct KeptNotes: Codable {
    struct KeptDraft: Codable {
        var url: String
        var text: String
        var base: Data
        var seat: Int
        var move: String?
        /// All moves, where there are several.
        var moves: [String]?
        /// Their plies, where others stand behind them.
        var places: [Int]?
        var round: Data?
        var bet: KeptBet?
    }

    struct KeptBet: Codable {
        var bytes: Data
        var number: Int

        init(_ offer: OfferedBet) { (bytes, number) = (Data(offer.bet.bytes), offer.number) }

        func offer() throws(WireError) -> OfferedBet {
            OfferedBet(bet: try Bet(bytes: Array(bytes)), number: number)
        }
    }

    struct KeptWord: Codable {
        var seat: Int
        var head: Data
        var isRound: Bool
        var plies: [Data]

        init(_ word: SignedWord) {
            (seat, isRound) = (word.seat, word.isRound)
            (head, plies) = (Data(word.head.bytes), word.plies.map { Data($0) })
        }

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
    /// Urls that were signed here, by head.
    var signed: [Data: String]
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

extension MatchRecord {
    /// All that has to be remembered of the match, but for its key. The same record gives the same bytes.
    package func stored(_ carrier: Carrier) throws -> StoredMatch {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return StoredMatch(
            id: id, game: signedLog.match.game, chat: chat, url: try keptURL(carrier), seat: seat, session: session,
            people: who.participants, notes: try encoder.encode(try notes(carrier)))
    }

    /// The log as a url. It is for the store alone: its check of the state is empty.
    private func keptURL(_ carrier: Carrier) throws(WireError) -> String {
        try carrier.url(of: Self.envelope(signedLog))
    }

    private static func envelope(_ log: SignedLog, join: SeatedJoin? = nil) throws(WireError) -> Envelope {
        try Envelope(
            log, sender: join?.seat ?? log.match.setup.inviterSeat,
            publicStateDigest: [UInt8](repeating: 0, count: Envelope.stateCheckSize), join: join)
    }

    private func notes(_ carrier: Carrier) throws(WireError) -> KeptNotes {
        let draft = draft.map {
            KeptNotes.KeptDraft(
                url: $0.url, text: $0.text, base: Data($0.base.bytes), seat: $0.seat, move: $0.move,
                moves: $0.moves.count > 1 ? $0.moves : nil,
                places: $0.places == $0.lastPlaces ? nil : $0.places, round: $0.round.map { Data($0.bytes) },
                bet: $0.bet.map(KeptNotes.KeptBet.init))
        }
        var joins: [String] = []
        for join in self.joins {
            // one that has no room beside the log as it is now asks again
            if let url = try? carrier.url(of: Self.envelope(signedLog, join: join)) { joins.append(url) }
        }
        let carrying = entries.filter { !$0.value.bets.isEmpty }.reduce(into: [:]) { kept, entry in
            kept[Data(entry.key.bytes)] = entry.value.bets.map { Data($0.bytes) }
        }
        return KeptNotes(
            url: url, changed: changed, draft: draft, joins: joins,
            bets: bets.isEmpty ? nil : bets.map(KeptNotes.KeptBet.init),
            signed: signed.reduce(into: [:]) { $0[Data($1.key.bytes)] = $1.value },
            entries: entries.reduce(into: [:]) { $0[Data($1.key.bytes)] = $1.value.move },
            entryBets: carrying.isEmpty ? nil : carrying, lastMove: lastMove,
            lastMoves: lastMoves.count > 1 ? lastMoves : nil,
            superseded: superseded, hasResigned: hasResigned ? true : nil,
            secrets: secrets.isEmpty
                ? nil : secrets.reduce(into: [:]) { $0[Data($1.key.bytes)] = Data($1.value.bytes) },
            lostWords: lostWords.words.isEmpty ? nil : lostWords.words.map(KeptNotes.KeptWord.init),
            disputed: dispute?.url, disputedBy: dispute?.dispute.seats,
            disputedFrom: dispute?.sender?.uuid, isSwapped: dispute?.isSwapped == true ? true : nil,
            left: left.map { Data($0.head.bytes) }, leftFor: left?.holder.uuid)
    }

    /// A match as it was kept. Its log was verified before it was kept.
    package init(_ kept: StoredMatch, key: SeatKey?, carrier: Carrier) throws {
        let notes = try JSONDecoder().decode(KeptNotes.self, from: kept.notes)
        let log = try carrier.envelope(from: kept.url).signedLog
        self.init(
            beginningAt: log, chat: kept.chat, session: kept.session ?? Session(UUID()), key: key,
            changed: notes.changed)
        who = WhoIsWho(ownKey: key?.publicKey, participants: kept.people)
        url = notes.url
        for url in notes.joins {
            if let join = try carrier.envelope(from: url).join { joins.append(join) }
        }
        for (head, url) in notes.signed { signed[try Head(Array(head))] = url }
        for kept in notes.bets ?? [] { bets.append(try kept.offer()) }
        for (head, text) in notes.entries {
            var carried: [Bet] = []
            for bytes in notes.entryBets?[head] ?? [] { carried.append(try Bet(bytes: Array(bytes))) }
            entries[try Head(Array(head))] = Entry(move: text, bets: carried)
        }
        lastMove = notes.lastMove
        lastMoves = notes.lastMoves ?? []
        superseded = notes.superseded
        hasResigned = notes.hasResigned ?? false
        for (commitment, move) in notes.secrets ?? [:] {
            secrets[try Commitment(Array(commitment))] = try OpenedMove(bytes: Array(move))
        }
        var lost: Set<SignedWord> = []
        for kept in notes.lostWords ?? [] { lost.insert(try kept.word()) }
        lostWords = LostWords(lost)
        if let url = notes.disputed {
            let theirs = try carrier.envelope(from: url).signedLog
            dispute = KeptDispute(
                dispute: Dispute(seats: notes.disputedBy ?? [], theirs: theirs), url: url,
                sender: notes.disputedFrom.map { Participant($0) }, isSwapped: notes.isSwapped ?? false)
        }
        if let head = notes.left, let holder = notes.leftFor {
            left = LeftLog(head: try Head(Array(head)), holder: Participant(holder))
        }
        if let draft = notes.draft {
            var round: Head?
            if let kept = draft.round { round = try Head(Array(kept)) }
            var restored = Draft(
                signedLog: try carrier.envelope(from: draft.url).signedLog, url: draft.url, text: draft.text,
                base: try Head(Array(draft.base)), seat: draft.seat,
                moves: draft.moves ?? draft.move.map { [$0] } ?? [], round: round,
                bet: try draft.bet?.offer())
            restored.places = draft.places ?? restored.lastPlaces
            self.draft = restored
        }
    }
}
