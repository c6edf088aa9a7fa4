import Crypto
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// A hosted match as its log tells it: who sits where, and the match by its rules.
///
/// It is a fold: the same entries make the same match, whoever reads them. It belongs to one place that asks it one thing after the
/// other, on a `LuaThread`.
public final class HostedMatch {
    /// Where a match is in its life.
    public enum Phase: String, Sendable {
        /// Seats are free.
        case waiting
        /// Everybody sits, and the game goes on.
        case playing
        /// The game has ended.
        case over
        /// It was closed before it was over.
        case closed
    }

    /// What it is called.
    public let id: HostedMatchID
    /// What it began with.
    public let opening: MatchParameters
    /// The rules.
    public let script: GameScript
    /// The match by its rules.
    let match: Match
    /// The number of the last entry.
    public private(set) var number = 0
    /// Who sits where, by seat from 1.
    public private(set) var sitters: [Int: SeatOccupant] = [:]
    /// All entries, in order.
    private(set) var entries: [HostedEntry] = []
    /// What the entries come to: SHA-256 over the digest before, the nonce and the bytes.
    private(set) var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    /// When the seats that are to move were asked to.
    private(set) var turnBegan: Instant
    /// The match in which the players go on.
    public private(set) var next: HostedMatchID?
    /// Why seats left, by seat.
    private(set) var left: [Int: Leaving] = [:]
    /// For each seat the numbers of its entries in the match's own log, in order; those of rounds that began anew don't count.
    private(set) var counted: [Int: [Int]] = [:]
    /// The numbers of those.
    private(set) var void: Set<Int> = []
    private var closing: HostedEntry.Closing?
    private var nonces: [Nonce: Int] = [:]
    private var hasBegun = false
    /// How much processor time the Lua state may take to be built anew.
    private static let rebuilding = ProcessorBudget(.seconds(20))

    /// The match that a log tells.
    ///
    /// `entries`: From the first one on.
    /// - Throws: ``HostingError/unavailable(_:)`` for entries that can't follow each other; ``HostingError/scriptFailed(_:)``.
    public init(
        _ id: HostedMatchID, _ entries: [LoggedEntry], script: GameScript, pool: MemoryPool? = nil
    ) throws(HostingError) {
        let (first, opening) = try Self.opening(of: entries.first)
        (self.id, self.opening, self.script, turnBegan) = (id, opening, script, first.at)
        do throws(GameError) {
            match = try Match(
                of: script, seats: opening.seats, options: opening.options, seed: opening.seed, pool: pool)
        } catch {
            throw HostingError(error)
        }
        prepare()
        if let entry = entries.first { count(entry, first) }
        for entry in entries.dropFirst() { try take(entry) }
        match.keepsTexts = true
    }

    /// The same match, without playing again what was played where it stood before.
    ///
    /// - Throws: ``HostingError`` where the stand isn't one of this log, or can't be read any more: then the log is played.
    init(
        _ id: HostedMatchID, _ entries: [LoggedEntry], at stand: MatchCheckpoint, script: GameScript, pool: MemoryPool?
    ) throws(HostingError) {
        let (first, opening) = try Self.opening(of: entries.first)
        (self.id, self.opening, self.script, turnBegan) = (id, opening, script, first.at)
        do throws(GameError) {
            match = try Match(loading: stand.saved, of: script, pool: pool)
        } catch {
            throw HostingError(error)
        }
        prepare()
        match.take(texts: stand.texts)
        for entry in entries.prefix(stand.number) {
            do throws(MatchLogError) { count(entry, try HostedEntry(bytes: entry.bytes)) } catch {
                throw HostingError(error)
            }
        }
        guard number == stand.number, digest == stand.digest, match.seed == opening.seed else {
            throw .damaged("the snapshot of \(id) isn't one of its log")
        }
        (void, turnBegan) = (stand.void, stand.turnBegan)
        for (seat, numbers) in counted { counted[seat] = numbers.filter { !void.contains($0) } }
        match.keepsTexts = true
        for entry in entries.dropFirst(stand.number) { try take(entry) }
    }

    private func prepare() {
        match.rebuilding = Self.rebuilding
        match.keepsMoves = true
    }

    /// What a log's first entry says.
    static func opening(of entry: LoggedEntry?) throws(HostingError) -> (entry: HostedEntry, opening: MatchParameters) {
        do throws(MatchLogError) {
            guard let entry else { throw .damaged("a match without entries") }
            let first = try HostedEntry(bytes: entry.bytes)
            guard entry.number == 1, case .open(let opening) = first.event else {
                throw .damaged("the first entry of a match doesn't open it")
            }
            return (first, opening)
        } catch {
            throw HostingError(error)
        }
    }

    // MARK: Where it stands

    /// The seats, from 1.
    public var seats: ClosedRange<Int> { 1...opening.seats }

    /// Seats that nobody has taken.
    public var freeSeats: [Int] { seats.filter { sitters[$0] == nil } }

    /// Where it is in its life.
    public func phase() throws(HostingError) -> Phase {
        if closing != nil { return .closed }
        guard hasBegun else { return .waiting }
        return try rules { match throws(GameError) in try match.status.outcome == nil } ? .playing : .over
    }

    /// The entry that was written for a request; nil if there is none.
    public func number(of nonce: Nonce) -> Int? { nonces[nonce] }

    /// The seat of a token; nil if it has none here.
    public func seat(of token: SeatToken?) -> Int? {
        guard let hash = token?.hash else { return nil }
        return sitters.first { $0.value.tokenHash == hash }?.key
    }

    /// When the seats that are to move must have moved; nil for never.
    public func deadline() throws(HostingError) -> Instant? {
        guard let limit = opening.turnLimit, try phase() == .playing else { return nil }
        return turnBegan.adding(seconds: limit)
    }

    /// The names of the seats, for sentences and for the script.
    var names: SeatNames { SeatNames(sitters.mapValues(\.name)) }

    /// Asks the rules.
    func rules<R>(_ body: (Match) throws(GameError) -> R) throws(HostingError) -> R {
        do throws(GameError) { return try body(match) } catch { throw HostingError(error) }
    }

    // MARK: The fold

    /// Takes the next entry of the log.
    ///
    /// - Throws: ``HostingError/unavailable(_:)`` for an entry that can't follow here: the log is damaged.
    public func take(_ entry: LoggedEntry) throws(HostingError) {
        guard entry.number == number + 1 else { throw damaged(entry, "entry \(number + 1) was expected") }
        let read: HostedEntry
        do throws(MatchLogError) { read = try HostedEntry(bytes: entry.bytes) } catch { throw HostingError(error) }
        do throws(HostingError) {
            try check(read.event, at: read.at)
            try play(read.event)
        } catch {
            throw error.forTheServer == nil ? damaged(entry, error.message) : error
        }
        count(entry, read)
    }

    /// Takes an entry that was decided here: the match by its rules is behind it already.
    func take(decided entry: LoggedEntry, _ event: HostedEntry) { count(entry, event) }

    private func damaged(_ entry: LoggedEntry, _ why: String) -> HostingError {
        .damaged("entry \(entry.number) of \(id) can't follow: \(why)")
    }

    /// What an entry does to the match by its rules.
    func play(_ event: HostedEntry.Event) throws(HostingError) {
        switch event {
        case .ply(let seat, let move):
            try rules { match throws(GameError) in try match.play(move, seat: seat) }
        case .leave(let seat) where hasBegun: try leave(seat, .resigned)
        case .timeout(let seat): try leave(seat, .timeout)
        default: break
        }
    }

    private func leave(_ seat: Int, _ why: Leaving) throws(HostingError) {
        // what was entered of a round that begins anew without the seat doesn't count
        let waiting = match.log.suffix(match.enteredInRound).map(\.seat)
        try rules { match throws(GameError) in
            _ = try match.withoutInterference { () throws(GameError) in try match.leave(seat: seat, why: why) }
        }
        for other in waiting {
            if let number = counted[other]?.popLast() { void.insert(number) }
        }
    }

    /// Notes an entry that has been played.
    private func count(_ entry: LoggedEntry, _ read: HostedEntry) {
        number = entry.number
        entries.append(read)
        nonces[entry.nonce] = entry.number
        var hash = SHA256()
        hash.update(data: digest)
        hash.update(data: Array(entry.nonce.text.utf8))
        hash.update(data: entry.bytes)
        digest = Array(hash.finalize())
        switch read.event {
        case .open: break
        case .join(let seat, let sitter):
            sitters[seat] = sitter
            if freeSeats.isEmpty, !hasBegun { (hasBegun, turnBegan) = (true, read.at) }
        case .ply(let seat, _):
            counted[seat, default: []].append(number)
            // in a round the others' time goes on: one's entry gives them no more
            if match.enteredInRound == 0 { turnBegan = max(turnBegan, read.at) }
        case .leave(let seat) where hasBegun:
            left[seat] = .resigned
            counted[seat, default: []].append(number)
            turnBegan = max(turnBegan, read.at)
        case .leave(let seat): sitters[seat] = nil
        case .timeout(let seat):
            left[seat] = .timeout
            counted[seat, default: []].append(number)
            turnBegan = max(turnBegan, read.at)
        case .say: break
        case .close(let why): closing = why
        case .next(let match): next = match
        }
    }
}

// What may be written at the end of the log. The same is asked of a request and of an entry that was read.
extension HostedMatch {
    /// May that happen here? A move isn't tried: the rules judge it when it is played.
    ///
    /// - Throws: ``HostingError``, with the sentence for who wanted it.
    func check(_ event: HostedEntry.Event, at time: Instant) throws(HostingError) {
        let phase = try phase()
        switch event {
        case .open: throw .badRequest("The match is open already.")
        case .join(let seat, _):
            guard phase == .waiting else { throw phase == .closed ? .notPlaying(Self.closed) : .full }
            guard seats.contains(seat) else {
                throw .badRequest("There is no seat \(seat): seats are 1 to \(opening.seats).")
            }
            guard sitters[seat] == nil else { throw .full }
            guard joins < Self.mostJoins else { throw .badRequest("Too many have sat down here already.") }
        case .ply(let seat, _):
            try checkIsPlaying(phase)
            guard sitters[seat] != nil else { throw .noSeat }
        case .leave(let seat):
            guard sitters[seat] != nil else { throw .noSeat }
            guard phase != .waiting else { return }
            try checkIsPlaying(phase)
            guard left[seat] == nil else { throw .notPlaying("You have left.") }
        case .timeout(let seat):
            try checkIsPlaying(phase)
            guard let deadline = try deadline(), time >= deadline else { throw .badRequest("There is time left.") }
            guard try rules({ match throws(GameError) in try match.status.turn.contains(seat) }) else {
                throw .badRequest("It isn't that seat's turn.")
            }
        case .say(let seat, _):
            guard sitters[seat] != nil else { throw .noSeat }
            guard said(by: seat) < Self.mostSaid else { throw .badRequest("You have said enough in this match.") }
        case .close:
            guard phase == .waiting else { throw .notPlaying("Only a match that hasn't begun is closed.") }
        case .next:
            guard phase == .over else { throw .notPlaying("The match isn't over.") }
            guard next == nil else { throw .notPlaying("There is a rematch already.") }
        }
    }

    private static let closed = "The match was closed."
    /// So that nobody fills the log with greetings.
    private static let mostSaid = 50

    /// So that nobody fills the log by sitting down and standing up.
    private static let mostJoins = 200

    private var joins: Int { entries.count { if case .join = $0.event { true } else { false } } }

    private func said(by seat: Int) -> Int {
        entries.count { if case .say(seat, _) = $0.event { true } else { false } }
    }

    private func checkIsPlaying(_ phase: Phase) throws(HostingError) {
        switch phase {
        case .playing: return
        case .waiting: throw .notPlaying("The match begins when all seats are taken.")
        case .over: throw .notPlaying("The game is over.")
        case .closed: throw .notPlaying(Self.closed)
        }
    }

    /// Plays a move as it was typed, and gives the event for the log.
    func decide(_ text: String, seat: Int) throws(HostingError) -> HostedEntry.Event {
        try checkIsPlaying(phase())
        return try rules { match throws(GameError) in
            try match.playGoingOn(text, seat: seat)
            return try Self.event(match, seat)
        }
    }

    /// Lets a bot move, and gives the event for the log.
    func decideForBot(_ seat: Int, _ bot: inout RandomBot) throws(HostingError) -> HostedEntry.Event {
        guard sitters[seat]?.isBot == true else { throw .noSeat }
        try checkIsPlaying(phase())
        return try rules { match throws(GameError) in
            guard let move = bot.choose(from: try match.legalMoves(for: seat)) else {
                throw .rejected(Rejection(code: "not_your_turn", message: "It isn't the bot's turn."))
            }
            try match.playGoingOn(bot.text(of: move), seat: seat)
            return try Self.event(match, seat)
        }
    }

    private static func event(_ match: Match, _ seat: Int) throws(GameError) -> HostedEntry.Event {
        guard case .move(let move) = match.lastEntry(of: seat)?.choice else {
            throw .request("The move left no entry.")
        }
        return .ply(seat: seat, move)
    }
}

/// A match as it stood behind an entry, kept so that it needn't be played again. It is a cache: the log says whether it fits.
struct MatchCheckpoint: Sendable {
    /// The number of that entry.
    let number: Int
    /// What the entries up to that one came to.
    let digest: [UInt8]
    /// As ``Match/save()`` has it.
    let saved: [UInt8]
    /// The numbers of plies of rounds that began anew, which don't count.
    let void: Set<Int>
    /// When the seats that are to move were asked to.
    let turnBegan: Instant
    /// As `Match.keptTexts` has them.
    let texts: Value

    private static let limits = ValueLimits(bytes: MatchNote.mostBytes, depth: 6, items: 100_000)

    /// Reads what ``bytes`` has written; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let value = try? Value(canonicalBytes: bytes, limits: Self.limits),
            let number = value["number"]?.intValue,
            number > 0, let digest = value["digest"]?.bytesValue, let saved = value["match"]?.bytesValue,
            let void = value["void"]?.arrayValue, let texts = value["texts"], let began = value["turn"]?.int64Value
        else { return nil }
        (self.number, self.digest, self.saved, self.texts) = (number, digest, saved, texts)
        self.void = Set(void.compactMap(\.intValue))
        turnBegan = Instant(milliseconds: began)
    }

    /// Where a match stands now.
    init(_ match: HostedMatch) throws(HostingError) {
        (number, digest, void, texts) = (match.number, match.digest, match.void, match.match.keptTexts)
        turnBegan = match.turnBegan
        saved = try match.rules { match throws(GameError) in try match.save() }
    }

    /// Nil for more than is kept of a match.
    var bytes: [UInt8]? {
        let fields: Value = [
            "number": .int(Int64(number)), "digest": .bytes(digest), "match": .bytes(saved),
            "void": .array(void.sorted().map { .int(Int64($0)) }), "texts": texts,
            "turn": .int(turnBegan.milliseconds),
        ]
        return try? fields.canonicalBytes(limits: Self.limits)
    }
}
