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
    public let opening: MatchOpening
    /// The rules.
    public let script: GameScript
    /// The match by its rules.
    let match: Match
    /// The number of the last entry.
    public private(set) var number = 0
    /// Who sits where, by seat from 1.
    public private(set) var sitters: [Int: Sitter] = [:]
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
        _ id: HostedMatchID, _ entries: [LoggedEntry], at stand: MatchStand, script: GameScript, pool: MemoryPool?
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
    static func opening(of entry: LoggedEntry?) throws(HostingError) -> (entry: HostedEntry, opening: MatchOpening) {
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
