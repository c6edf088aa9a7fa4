import Crypto
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// A hosted match as its log describes it: the occupants of the seats, and the match by its rules.
///
/// The match follows from its entries alone, so every reader of the same entries gets the same
/// match. Call its functions one after the other, never at the same time, on a `LuaThread`.
public final class HostedMatch {
    /// The phase of a match.
    public enum Phase: String, Sendable {
        /// Seats are free.
        case waiting
        /// All seats are taken, and the match isn't over.
        case playing
        /// The match has an outcome.
        case over
        /// The match was closed before it was over.
        case closed
    }

    /// The id of the match.
    public let id: HostedMatchID
    /// The parameters that the match was opened with.
    public let opening: MatchParameters
    /// The rules.
    public let script: GameScript
    /// The match by its rules.
    let match: Match
    /// The number of the last entry.
    public private(set) var number = 0
    /// The occupants by seat, from 1.
    public private(set) var sitters: [Int: SeatOccupant] = [:]
    private(set) var entries: [HostedEntry] = []
    /// The digest of the entries: SHA-256 over the digest before, the nonce and the bytes.
    private(set) var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    /// The time at which the current turn began.
    private(set) var turnBegan: Timestamp
    /// The rematch.
    public private(set) var next: HostedMatchID?
    /// For each seat that has left, the reason.
    private(set) var left: [Int: LeaveReason] = [:]
    /// For each seat, the entry numbers of its plies in the rules' log of the match, in order.
    /// Plies in ``void`` aren't listed.
    private(set) var counted: [Int: [Int]] = [:]
    /// The numbers of plies that don't count, because their round was restarted.
    private(set) var void: Set<Int> = []
    /// Whether the match has ended because the script failed.
    private(set) var hasFailed = false
    private var closing: HostedEntry.Closing?
    private var nonces: [Nonce: Int] = [:]
    private var hasBegun = false
    /// The processor time for rebuilding the Lua state.
    private static let rebuilding = ProcessorBudget(.seconds(20))

    /// Replays a match from its log.
    ///
    /// `entries`: All entries, from the first one.
    /// - Throws: ``HostingError/damaged(_:)`` for entries that can't follow each other;
    ///   ``HostingError/scriptFailed(_:)``.
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
        match.moves.keepsTexts = true
    }

    /// Loads the match from a checkpoint, and plays only the entries after the checkpoint.
    ///
    /// - Throws: ``HostingError`` if the checkpoint doesn't belong to this log, or can't be read
    ///   any more. In that case the caller replays the whole log.
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
            throw .damaged("the snapshot of \(id) doesn't belong to its log")
        }
        (void, turnBegan, hasFailed) = (stand.void, stand.turnBegan, stand.hasFailed)
        for (seat, numbers) in counted { counted[seat] = numbers.filter { !void.contains($0) } }
        match.moves.keepsTexts = true
        for entry in entries.dropFirst(stand.number) { try take(entry) }
    }

    private func prepare() {
        match.rules.rebuilding = Self.rebuilding
        match.rules.comparesSeals = true
        match.views.keepsMoves = true
    }

    /// Reads the first entry of a log, which opens the match.
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

    // MARK: State

    /// The seats, from 1.
    public var seats: ClosedRange<Int> { 1...opening.seats }

    /// The seats that nobody has taken.
    public var freeSeats: [Int] { seats.filter { sitters[$0] == nil } }

    /// Returns the phase of the match.
    public func phase() throws(HostingError) -> Phase {
        if closing != nil { return .closed }
        guard hasBegun else { return .waiting }
        return try rules { match throws(GameError) in try match.status.outcome == nil } ? .playing : .over
    }

    /// Returns the number of the entry that was written for a request; nil if there is none.
    public func number(of nonce: Nonce) -> Int? { nonces[nonce] }

    /// Returns the seat of a token; nil if the token has no seat here.
    public func seat(of token: SeatToken?) -> Int? {
        guard let hash = token?.hash else { return nil }
        return sitters.first { $0.value.tokenHash == hash }?.key
    }

    /// Returns the time by which the seats in turn must have moved; nil for no limit.
    public func deadline() throws(HostingError) -> Timestamp? {
        guard let limit = opening.turnLimit, try phase() == .playing else { return nil }
        return turnBegan.adding(seconds: limit)
    }

    /// The names of the seats, for sentences and for the script.
    var names: SeatNames { SeatNames(sitters.mapValues(\.name)) }

    /// Runs `body` on the match by its rules, and translates its error.
    func rules<R>(_ body: (Match) throws(GameError) -> R) throws(HostingError) -> R {
        do throws(GameError) { return try body(match) } catch { throw HostingError(error) }
    }

    // MARK: The fold

    /// Plays and records the next entry of the log.
    ///
    /// - Throws: ``HostingError/damaged(_:)`` for an entry that can't follow here.
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

    /// Records an entry that this process decided. The rules have already played it, so only the
    /// bookkeeping changes.
    func take(decided entry: LoggedEntry, _ event: HostedEntry) { count(entry, event) }

    private func damaged(_ entry: LoggedEntry, _ why: String) -> HostingError {
        .damaged("entry \(entry.number) of \(id) can't follow: \(why)")
    }

    /// Plays an event by the rules. Does nothing for kinds of events that don't concern the rules.
    func play(_ event: HostedEntry.Event) throws(HostingError) {
        switch event {
        case .ply(let seat, let move):
            try rules { match throws(GameError) in try match.play(move, seat: seat) }
        case .leave(let seat) where hasBegun: try leave(seat, .resigned)
        case .timeout(let seat): try leave(seat, .timeout)
        default: break
        }
    }

    private func leave(_ seat: Int, _ why: LeaveReason) throws(HostingError) {
        // if the round restarts without the seat, the moves already entered in it don't count
        let waiting = match.log.suffix(match.enteredInRound).map(\.seat)
        try rules { match throws(GameError) in
            _ = try match.leave(seat: seat, why: why)
        }
        for other in waiting {
            if let number = counted[other]?.popLast() { void.insert(number) }
        }
    }

    /// Records an entry that has been played.
    private func count(_ entry: LoggedEntry, _ read: HostedEntry) {
        number = entry.number
        entries.append(read)
        nonces[entry.nonce] = entry.number
        var hash = SHA256()
        hash.update(data: digest)
        hash.update(data: Array(entry.nonce.text.utf8))
        hash.update(data: entry.bytes)
        digest = Array(hash.finalize())
        if match.rules.lastProblem != nil, (try? match.status.outcome) ?? nil != nil { hasFailed = true }
        switch read.event {
        case .open: break
        case .join(let seat, let sitter):
            sitters[seat] = sitter
            if freeSeats.isEmpty, !hasBegun { (hasBegun, turnBegan) = (true, read.at) }
        case .ply(let seat, _):
            counted[seat, default: []].append(number)
            // in a round, one seat's entry doesn't give the others more time
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

// Which events may be appended to the log. Requests, and entries that are read from the log, pass
// the same check.
extension HostedMatch {
    /// Checks whether an event may happen now. A move itself isn't checked here, because the rules
    /// judge a move when it is played.
    ///
    /// - Throws: ``HostingError``, with a sentence for the requester.
    func check(_ event: HostedEntry.Event, at time: Timestamp) throws(HostingError) {
        let phase = try phase()
        switch event {
        case .open: throw .badRequest("The match is open already.")
        case .join(let seat, _):
            guard phase == .waiting else { throw phase == .closed ? .notPlaying(Self.closed) : .full }
            guard seats.contains(seat) else {
                throw .badRequest("There is no seat \(seat): seats are 1 to \(opening.seats).")
            }
            guard sitters[seat] == nil else { throw .full }
            guard joins < Self.mostJoins else {
                throw .badRequest("Too many people have sat down in this match already.")
            }
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
            guard let deadline = try deadline(), time >= deadline else {
                throw .badRequest("The player still has time.")
            }
            guard try rules({ match throws(GameError) in try match.status.turn.contains(seat) }) else {
                throw .badRequest("It isn't that seat's turn.")
            }
        case .say(let seat, _):
            guard sitters[seat] != nil else { throw .noSeat }
            guard said(by: seat) < Self.mostSaid else { throw .badRequest("You have said enough in this match.") }
        case .close:
            guard phase == .waiting else { throw .notPlaying("Only a match that hasn't begun can be closed.") }
        case .next:
            guard phase == .over else { throw .notPlaying("The match isn't over.") }
            guard next == nil else { throw .notPlaying("There is a rematch already.") }
        }
    }

    private static let closed = "The match was closed."
    /// The most phrases of a seat, so that nobody fills the log with greetings.
    private static let mostSaid = 50

    /// The most joins, so that nobody fills the log by joining and leaving.
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

    /// Plays a move as it was typed, and returns the event for the log.
    func decide(_ text: String, seat: Int) throws(HostingError) -> HostedEntry.Event {
        try checkIsPlaying(phase())
        return try rules { match throws(GameError) in
            try match.playGoingOn(text, seat: seat)
            return try Self.event(match, seat)
        }
    }

    /// Plays a bot's move, and returns the event for the log.
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

/// The state of a match after an entry. It is stored so that loading the match needn't replay that
/// entry and the entries before it.
///
/// A checkpoint is a cache, which may be outdated. Its ``digest`` shows whether it belongs to a
/// log.
struct MatchCheckpoint: Sendable {
    /// The number of the entry.
    let number: Int
    /// The digest of the entries up to this number.
    let digest: [UInt8]
    /// The match as ``Match/save()`` writes it.
    let saved: [UInt8]
    /// The numbers of plies that don't count, because their round was restarted.
    let void: Set<Int>
    /// The time at which the current turn began.
    let turnBegan: Timestamp
    /// Whether the match has ended because the script failed.
    let hasFailed: Bool
    /// The texts of the moves, in the form of `Match.keptTexts`.
    let texts: Value

    private static let limits = ValueLimits(bytes: MatchNote.mostBytes, depth: 6, items: 100_000)

    /// Reads a checkpoint from bytes that ``bytes`` returned; nil for any other bytes.
    init?(_ bytes: [UInt8]) {
        guard let value = try? Value(canonicalBytes: bytes, limits: Self.limits),
            let number = value["number"]?.intValue,
            number > 0, let digest = value["digest"]?.bytesValue, let saved = value["match"]?.bytesValue,
            let void = value["void"]?.arrayValue, let texts = value["texts"], let began = value["turn"]?.int64Value
        else { return nil }
        (self.number, self.digest, self.saved, self.texts) = (number, digest, saved, texts)
        self.void = Set(void.compactMap(\.intValue))
        turnBegan = Timestamp(milliseconds: began)
        hasFailed = value["failed"] == true
    }

    /// Creates a checkpoint of the current state of a match.
    init(_ match: HostedMatch) throws(HostingError) {
        (number, digest, void, texts) = (match.number, match.digest, match.void, match.match.keptTexts)
        (turnBegan, hasFailed) = (match.turnBegan, match.hasFailed)
        saved = try match.rules { match throws(GameError) in try match.save() }
    }

    /// The bytes for a note; nil if they exceed the limits of a note.
    var bytes: [UInt8]? {
        let fields: Value = [
            "number": .int(Int64(number)), "digest": .bytes(digest), "match": .bytes(saved),
            "void": .array(void.sorted().map { .int(Int64($0)) }), "texts": texts,
            "turn": .int(turnBegan.milliseconds), "failed": .bool(hasFailed),
        ]
        return try? fields.canonicalBytes(limits: Self.limits)
    }
}
