import GameRules
import LuaRuntime
import MessageWire
import Values

/// A match for two on a host that knows everything and may play any seat, and that other hosts learn of by messages alone:
/// what a bot or a front end holds.
///
/// Moves are played on ``match`` and count at once here. ``message(from:)`` signs those that aren't signed yet and gives the
/// url; ``receive(_:)`` takes a url of the other host through the protocol's table.
///
/// ```swift
/// let ann = try CorrespondenceMatch(of: script)
/// try ann.match.play("b2", seat: 1)
/// let url = try ann.message(from: 1).url
/// ```
public final class CorrespondenceMatch {
    /// The match as it is played here: the signed log, and behind it what was played since.
    public private(set) var match: Match
    /// What was signed and sent, or received; nil before the first message.
    public private(set) var signedLog: SignedLog?
    /// How its urls begin, and how large they may be.
    public let carrier: Carrier

    private let pool: MemoryPool?
    /// The keys of the seats that this host signed for.
    private var keys: [Int: SeatKey] = [:]
    /// Were the draws keyed by a seed that no message could tell?
    private let hasOwnDraws: Bool
    /// The rules at the end of the signed log.
    private var rules: MatchRules?
    /// How many entries of the match's log the signed log accounts for, a round under way at its end apart.
    private var settled = 0
    /// The seats whose entries of that round are signed.
    private var enteredSeats: Set<Int> = []
    /// Who is there at the end of the signed log.
    private var attendance = Attendance()
    /// Was a message of the match made or taken? Then no clock is shared.
    private var isTold = false
    /// Claims that aren't signed yet, with how many plies the claimed seat had made.
    private var pendingClaims: [(claim: Attendance.Claim, plies: Int)] = []

    /// Seats that resigned in a message that was made here: the old message may still turn up, so they stand by it.
    private var resigned: Set<Int> = []

    /// What seats chose in rounds in messages that were made here, by the head that names the round: a second choice would be
    /// another version of it, and nothing that the seat builds on it would count.
    private var chosen: [Head: [Int: SentEntry]] = [:]

    /// What seats of this host sent and the signed log doesn't hold any more.
    private var lostWords = LostWords()

    /// Why the bet of the message that opened the match wasn't taken.
    public private(set) var openingBetRefusal: String?

    /// Bets that were offered and that no ply carries yet.
    private(set) var offers: [OfferedBet] = []

    /// Begins a match. Without a seed, a match for two of a game of chance draws by its identity, so that the other host
    /// draws the same.
    ///
    /// - Parameters:
    ///   - seed: Keys the draws; a match with chance can't be told in messages then.
    ///   - limits: tighter than the script's.
    /// - Throws: ``GameError``.
    public init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64? = nil,
        limits: LuaLimits? = nil, carrier: Carrier = Carrier(), pool: MemoryPool? = nil
    ) throws(GameError) {
        self.carrier = carrier
        self.pool = pool
        var seed = seed
        hasOwnDraws = seed != nil
        let count = try script.checkedSeats(seats)
        if script.chance != .none, seed == nil, count == 2 {
            let key = SeatKey()
            let log = try Self.invitation(to: script, options: script.options(choosing: options), from: 1, key)
            (keys, signedLog, seed) = ([1: key], log, Match.seed(of: log.match))
        }
        match = try Match(of: script, seats: seats, options: options, seed: seed ?? 0, limits: limits, pool: pool)
    }

    /// Goes on with a match that was begun elsewhere, such as a saved one. Its draws are its own.
    public init(_ match: Match, carrier: Carrier = Carrier(), pool: MemoryPool? = nil) {
        self.match = match
        self.carrier = carrier
        self.pool = pool
        hasOwnDraws = true
    }

    /// Opens the match of a message that is adopted as new.
    ///
    /// - Parameter shelf: The versions of the message's game; nil if it isn't at hand.
    /// - Returns: What the protocol's table says, and the match if it is adopted.
    /// - Throws: ``GameError`` if the match can't be held here.
    public static func open(
        _ envelope: Envelope, shelf: ScriptShelf?, carrier: Carrier = Carrier(), pool: MemoryPool? = nil,
        budget: ProcessorBudget = .message
    ) throws(GameError) -> (verdict: Verdict, match: CorrespondenceMatch?) {
        budget.run {
            let library = ReplayLibrary(shelf, pool: pool, budget: budget)
            let verdict = Receiver(carrier: carrier, library: library).verdict(on: envelope, known: nil)
            guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
            do throws(ReplayFailure) {
                let rules = try library.rules(atEndOf: adoption)
                let match = CorrespondenceMatch(adoption.signedLog, rules, carrier: carrier, pool: pool)
                if let bet = envelope.bet {
                    var receipt = Receipt(verdict: verdict, lost: [])
                    match.take(bet, &receipt)
                    match.openingBetRefusal = receipt.betRefusal
                }
                return (verdict, match)
            } catch {
                return (Self.verdict(error), nil)
            }
        }
    }

    /// The rules took the log, and then couldn't come to its end again.
    private static func verdict(_ failure: ReplayFailure) -> Verdict {
        switch failure {
        case .refused(let reason), .failed(let reason): .cannotReplay(reason: reason)
        }
    }

    /// Nobody has opened it yet: it holds no Lua state.
    private init(_ log: SignedLog, _ rules: MatchRules, carrier: Carrier, pool: MemoryPool?) {
        self.carrier = carrier
        self.pool = pool
        hasOwnDraws = false
        signedLog = log
        isTold = true
        _ = try? rules.match.status  // known from now on, without a Lua state
        match = Match(at: rules.match, limits: rules.match.limits)
        mark(rules)
    }

    /// Throws the Lua states away: what is asked next builds them anew from the log.
    public func putAway() {
        match.forget()
        rules = nil
    }

    /// Which match it is, once a message was made or received.
    public var id: MatchID? { signedLog?.match.id }

    // MARK: Sending

    /// A message and what it leaves out.
    public struct Message: Sendable {
        /// The whole match, as the seat sends it.
        public let url: String
        /// Moves that stay here for now: a round's entries, which can't be signed before the other seat has joined.
        public let held: Int
        /// How many bets its new moves carry.
        public let bets: Int
    }

    /// Signs what was played since the last message and gives the url that a seat sends: the whole match. Asking again gives
    /// the same match again. The match for two that nobody was told of yet becomes an invitation; a seat that is still open
    /// is taken, by a key made here.
    ///
    /// - Throws: ``TableError`` in words; nothing is signed then.
    public func message(from seat: Int, budget: ProcessorBudget = .message) throws(TableError) -> Message {
        try LuaThread.run { () throws(TableError) in try signed(from: seat, budget) }
    }

    private func signed(from seat: Int, _ budget: ProcessorBudget) throws(TableError) -> Message {
        guard match.seats == 2 else {
            throw .request("Messages are for matches of two seats here; this match has \(match.seats).")
        }
        if match.script.chance != .none, hasOwnDraws {
            throw .request(
                "The draws of this match are keyed by its own seed, which messages can't tell: "
                    + "open the match without `seed`.")
        }
        do {
            let entries = unsigned
            var keys = keys
            let begun = try signedLog ?? invitation(from: entries.first?.seat ?? seat, &keys)
            let rules = try rules(at: begun)
            let claims = standingClaims
            try checkResigned(entries, claims)
            var run = UnsignedRun(entries, claims: claims, of: begun, sender: seat)
            let check = SigningCheck(
                shelf: ScriptShelf(match.script), carrier: carrier, pool: pool, budget: budget)
            let plies: [Ply]
            do {
                plies = try run.play(on: rules, keys: &keys)
            } catch {
                self.rules = nil
                throw error
            }
            self.rules = nil
            let (log, carried) = try told(plies, of: run, behind: begun, keys)
            let chosen = try choices(with: run.chosen, in: log)
            let digest = try rules.match.digest(public: true)
            let envelope = try Envelope(log, sender: seat, publicStateDigest: digest)
            if let last = log.log.runs.last, !log.log.plies[last.range].contains(where: { $0.seat == seat }) {
                throw TableError.request(
                    "Seat \(seat) has nothing to send: the last move is another seat's, whose message it is.")
            }
            let url = try carrier.url(of: envelope)
            try check.check(log, since: begun, lostWords, rules)
            rules.stands(at: log.log.plies)
            (signedLog, self.keys, self.rules) = (log, keys, rules)
            isTold = true
            self.chosen = chosen
            resigned.formUnion(plies.filter { $0.action == .resign }.map(\.seat))
            if run.held == 0 { pendingClaims = [] }
            mark(rules)
            offers.reconsider(after: begun, now: log) { try? rules.standing() }
            return Message(url: url, held: run.held, bets: carried)
        } catch {
            throw MatchTable.tableError(error)
        }
    }

    /// Who resigned in a message signs nothing else where that was lost to a ply that crossed it. To be asked before a seat
    /// plays, so that nothing is played that could never be sent.
    ///
    /// - Throws: ``TableError`` in words that say what the seat can do.
    public func checkStandsByResignation(_ seat: Int) throws(TableError) {
        guard resigned.contains(seat), (try? match.status)?.gone.contains(seat) != true else { return }
        throw .request(
            "Seat \(seat) has resigned, and a move that crossed it stands: let it `resign` again. Nothing else can be sent "
                + "for it; what was played for it since can be taken back with `undo`.")
    }

    /// Moves may come from a host that didn't ask before it played them.
    private func checkResigned(_ entries: [LogEntry], _ claims: [Attendance.Claim]) throws(TableError) {
        let moved = entries.filter { if case .leave = $0.choice { false } else { true } }.map(\.seat)
        for seat in moved + claims.map(\.by) { try checkStandsByResignation(seat) }
    }

    /// The choices signed here, with those of a log that is about to be.
    private func choices(
        with new: [(seat: Int, action: Ply.Action, place: Int)], in log: SignedLog
    ) throws(TableError) -> [Head: [Int: SentEntry]] {
        var chosen = chosen
        for (seat, action, place) in new {
            let ply = log.log.plies[place...].first { $0.seat == seat && $0.place != .alone }
            let entry = SentEntry(action: action, bets: ply?.bets ?? [])
            let before = chosen[log.heads[place], default: [:]].updateValue(entry, forKey: seat)
            guard before == nil || before?.action == action else {
                throw .request(
                    "Seat \(seat) has chosen in this round already, in a message whose move was lost. Another choice would be "
                        + "two: undo this one, and play the first one again.")
            }
        }
        return chosen
    }

    /// The log with plies that are signed now, and how many bets those carry: the rest of a message's room is for the match.
    private func told(
        _ plies: [Ply], of run: UnsignedRun, behind begun: SignedLog, _ keys: [Int: SeatKey]
    ) throws -> (log: SignedLog, bets: Int) {
        guard !plies.isEmpty else { return (begun, 0) }
        var offers = offers
        while true {
            let carrying = run.carrying(offers, plies, sent: chosen)
            let log = try begun.adding(carrying, keys: keys)
            let carried = carrying.flatMap(\.bets)
            guard let last = offers.lastIndex(where: { carried.contains($0.bet) }), !carrier.leavesRoom(log) else {
                return (log, carried.count)
            }
            offers.remove(at: last)
        }
    }

    private func invitation(from seat: Int, _ keys: inout [Int: SeatKey]) throws(GameError) -> SignedLog {
        let key = SeatKey()
        keys[seat] = key
        return try Self.invitation(to: match.script, options: match.options, from: seat, key)
    }

    /// - Parameter options: All of them.
    private static func invitation(
        to script: GameScript, options: [String: Value], from seat: Int, _ key: SeatKey
    ) throws(GameError) -> SignedLog {
        let standard = try script.options(choosing: [:])
        guard let digest = ScriptShelf.digest(of: script) else { throw .request("The script has no digest.") }
        do {
            let setup = try Setup(
                rulesVersion: script.version, options: options.filter { standard[$0.key] != $0.value }, seats: 2,
                inviterSeat: seat, inviter: SeatEntry(token: .empty, key: key.publicKey))
            let identity = MatchIdentity(game: try GameID(script.id), script: digest, id: .random(), setup: setup)
            return try SignedLog(inviting: identity, key: key)
        } catch {
            throw .request("This match can't be told in a message: \(error)")
        }
    }

    private func rules(at log: SignedLog) throws(ReplayFailure) -> MatchRules {
        if let rules, rules.identity == log.match, try rules.follow(log.log.plies) { return rules }
        return try MatchRules(log.match, of: match.script, after: log.log.plies[...], pool: pool)
    }

    /// What was played here and isn't signed.
    private var unsigned: [LogEntry] {
        var entered = enteredSeats
        return match.log.dropFirst(settled).filter { entered.remove($0.seat) == nil }
    }

    /// Notes how far the match's log is signed: up to where these rules stand.
    private func mark(_ rules: MatchRules) {
        let entered = rules.match.enteredInRound
        let log = rules.match.log
        settled = log.count - entered
        enteredSeats = Set(log.suffix(entered).map(\.seat))
        attendance = rules.attendance
    }

    // MARK: Claims

    /// A seat claims that another one hasn't moved in time. A match that messages tell goes on: the claim is signed with the
    /// next message, and the other seat answers by moving. A match that only this host knows has one clock: the seat leaves.
    ///
    /// - Throws: ``TableError`` in words for a claim that isn't legal now.
    public func claim(by seat: Int, against other: Int) throws(TableError) {
        let status: MatchStatus
        do {
            status = try match.status
        } catch {
            throw .game(error)
        }
        guard (1...match.seats).contains(seat), (1...match.seats).contains(other), seat != other else {
            throw .request("A seat claims against another one: seats are 1 to \(match.seats).")
        }
        guard status.outcome == nil else { throw .request("The match is over.") }
        guard !status.gone.contains(seat) else { throw .request("Seat \(seat) has left.") }
        try checkStandsByResignation(seat)
        guard !isTold || !status.turn.contains(seat) else {
            throw .request("Seat \(seat) owes a move itself: it has to make that before it claims.")
        }
        guard status.turn.contains(other) else { throw .request("Seat \(other) owes no move.") }
        guard isTold, let signedLog else {
            do {
                try match.leave(seat: other, why: "timeout")
            } catch {
                throw .game(error)
            }
            return
        }
        guard signedLog.roster[other] != nil || match.lastEntry(of: other) != nil else {
            throw .request("Nobody has taken seat \(other) yet, so there is nobody to claim against.")
        }
        let claim = Attendance.Claim(by: seat, against: other)
        guard !attendanceNow.claims.contains(claim) else {
            throw .request("Seat \(seat) has claimed against seat \(other) already.")
        }
        pendingClaims.append((claim, plies(of: other)))
    }

    /// How the match reads by a claim that stands: won on time, unless the other seat moves.
    public var award: Award? {
        guard let status = try? match.status else { return nil }
        return attendanceNow.award(
            seats: match.seats, Standing(seats: status.turn, isRound: status.isRound, isOver: status.outcome != nil))
    }

    private func plies(of seat: Int) -> Int { match.log.count { $0.seat == seat } }

    /// Claims that aren't signed and that the claimed seat hasn't answered here.
    private var standingClaims: [Attendance.Claim] {
        let turn = (try? match.status)?.turn ?? []
        return pendingClaims.filter { turn.contains($0.claim.against) && plies(of: $0.claim.against) == $0.plies }
            .map(\.claim)
    }

    /// Who is there where the match stands here.
    private var attendanceNow: Attendance {
        var now = attendance
        for entry in unsigned {
            if case .leave = entry.choice {
                now.note(Ply(seat: entry.seat, action: .resign))
            } else {
                now.note(Ply(seat: entry.seat, action: .move(1)))
            }
        }
        for claim in standingClaims { now.note(Ply(seat: claim.by, action: .claim(against: claim.against))) }
        if let turn = (try? match.status)?.turn { now.settle(Standing(seats: turn)) }
        return now
    }

    // MARK: Receiving

    /// What became of a message.
    public struct Receipt: Sendable {
        /// What the protocol's table says of it.
        public internal(set) var verdict: Verdict
        /// Why the bet that it offers wasn't taken, beside a log that was; nil if it was, or if there is none.
        public internal(set) var betRefusal: String?
        /// Moves that were played here and that the adopted log doesn't have.
        public let lost: [LogEntry]
        /// Entries of the round that were sent, got lost, and were entered again: the next message carries them.
        public var enteredAgain: [LogEntry] = []
    }

    /// Takes a message through the protocol's table and adopts what it says to adopt: then the match is what the message
    /// says. Entries of a round that weren't signed yet are entered again.
    ///
    /// - Throws: ``GameError`` if what was adopted can't be played here; the match is what it was.
    public func receive(_ envelope: Envelope, budget: ProcessorBudget = .message) throws(GameError) -> Receipt {
        var receipt = try read(envelope, budget)
        if let bet = envelope.bet { budget.run { take(bet, &receipt) } }
        return receipt
    }

    /// Keeps a bet that a message offers, for the next move that is signed here.
    private func take(_ bet: Bet, _ receipt: inout Receipt) {
        switch receipt.verdict {
        case .adopt, .bet, .late, .kept, .disputed, .duplicate: break
        default: return
        }
        guard let log = signedLog, let number = bet.number(signedFor: log.heads[0]) else { return }
        let (offer, book) = (OfferedBet(bet: bet, number: number), BetBook(of: log))
        guard !book.counts(bet), !offers.contains(offer) else { return }
        do {
            let rules = try rules(at: log)
            self.rules = rules
            guard let refusal = offers.refusal(of: offer, book, at: try rules.standing()) else {
                return offers.append(offer)
            }
            if case .bet = receipt.verdict {
                receipt.verdict = .betRefused(bet, refusal)
            } else {
                receipt.betRefusal = refusal.description
            }
        } catch {
            receipt.betRefusal = "\(error)"
        }
    }

    private func read(_ envelope: Envelope, _ budget: ProcessorBudget) throws(GameError) -> Receipt {
        let library = ReplayLibrary(ScriptShelf(match.script), rules: rules, pool: pool, budget: budget)
        rules = nil  // a replay moves them
        let ownKey = keys.count == 1 ? keys.values.first?.publicKey : nil
        let known = signedLog.map { KnownMatch($0, ownKey: ownKey) }
        let (verdict, found) = budget.run { () -> (Verdict, MatchRules?) in
            let verdict = Receiver(carrier: carrier, library: library).verdict(on: envelope, known: known)
            guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
            do throws(ReplayFailure) {
                let rules = try library.rules(atEndOf: adoption)
                _ = try? rules.match.status  // known from now on, without a Lua state
                return (verdict, rules)
            } catch {
                return (Self.verdict(error), nil)
            }
        }
        guard case .adopt(let adoption) = verdict, let rules = found else {
            if library.rules?.isAhead == false { rules = library.rules }
            return Receipt(verdict: verdict, lost: [])
        }
        let adopted = Match(at: rules.match, limits: match.limits)
        adopted.countsInstructions = match.countsInstructions
        adopted.guardsLooks = match.guardsLooks
        let (before, old) = (match.log, match)
        let round = match.enteredInRound > 0 ? unsigned.suffix(match.enteredInRound) : []
        let roundBegin = before.count - match.enteredInRound
        match = adopted
        if let signedLog {
            let own = keys.filter { signedLog.roster[$0.key]?.key == $0.value.publicKey }.keys
            lostWords.note(signedLog, replacedBy: adoption.signedLog, seats: own)
            offers.reconsider(after: signedLog, now: adoption.signedLog) { try? rules.standing() }
        }
        (signedLog, self.rules) = (adoption.signedLog, rules)
        (isTold, pendingClaims) = (true, [])
        mark(rules)
        if settled == roundBegin { for entry in round { enterAgain(entry.choice, seat: entry.seat) } }
        let again = enterLostEntriesAgain(rules, adoption.signedLog)
        return Receipt(verdict: verdict, lost: Self.lost(before, of: old, now: match.log), enteredAgain: again)
    }

    private func enterAgain(_ choice: LogEntry.Choice, seat: Int) {
        guard let status = try? match.status, status.isRound, status.turn.contains(seat) else { return }
        switch choice {
        // what the rules refuse is told as lost
        case .index(let index): try? match.play(index: index, seat: seat)
        case .typed(let name, let argument): _ = try? match.play(name: name, argument: argument, seat: seat)
        case .leave: break
        }
    }

    /// Entries of the round that were sent and that the adopted log doesn't have stand again: a seat signs one entry for a
    /// round, whatever becomes of its message.
    private func enterLostEntriesAgain(_ rules: MatchRules, _ log: SignedLog) -> [LogEntry] {
        let before = match.log.count
        for (seat, sent) in (chosen[rules.headBeforeRound(in: log)] ?? [:]).sorted(by: { $0.key < $1.key }) {
            switch sent.action {
            case .move(let index): enterAgain(.index(index), seat: seat)
            case .typed(let name, let argument): enterAgain(.typed(name: name, argument: argument), seat: seat)
            default: break
            }
        }
        return Array(match.log.dropFirst(before))
    }

    /// What a seat did, however it reads.
    private struct Deed: Hashable {
        let seat: Int
        let choice: LogEntry.Choice

        init(_ entry: LogEntry) { (seat, choice) = (entry.seat, entry.choice) }
    }

    private static func lost(_ before: [LogEntry], of old: Match, now: [LogEntry]) -> [LogEntry] {
        var there = Dictionary(grouping: now, by: Deed.init).mapValues(\.count)
        let lost = before.indices.filter { index in
            let deed = Deed(before[index])
            guard let count = there[deed], count > 0 else { return true }
            there[deed] = count - 1
            return false
        }
        if lost.isEmpty { return [] }
        let texts = (try? old.history()) ?? before
        return lost.compactMap { texts.indices.contains($0) ? texts[$0] : nil }
    }

    // MARK: Undo

    /// Goes back to a ply, or forward to one that was undone; once something is signed, a ply within a round counts as the
    /// round's begin. What was signed stays: others may have it.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply before the end of the signed log, or one that was never reached.
    public func go(to ply: Int) throws(GameError) {
        guard let signedLog else { return try match.go(to: ply) }
        guard ply >= settled else {
            throw .request(
                "Ply \(ply) can't be gone back to: the first \(settled + enteredSeats.count) plies are signed for good."
            )
        }
        try match.go(to: ply)
        let begun = try match.status.ply
        if begun < ply { try match.go(to: begun) }
        guard begun == settled, !enteredSeats.isEmpty else { return }
        var attendance = Attendance()
        let entries = signedLog.log.plies.filter { $0.place != .alone }.suffix(enteredSeats.count)
        for entry in entries { try match.follow(entry, &attendance) }
    }
}
