import GameRules
import LuaRuntime
import MessageWire
import Values

/// A match for two on a host that knows everything and may play any seat, and that other hosts learn of by messages alone:
/// what a bot or a front end holds.
///
/// Moves are played on ``match`` and count at once here. ``message(from:budget:)`` signs those that aren't signed yet and gives
/// the url; ``receive(_:budget:)`` takes a url of the other host through the protocol's table.
///
/// ```swift
/// let ann = try CorrespondenceMatch(of: script)
/// try ann.match.play("b2", seat: 1)
/// let url = try ann.message(from: 1).url
/// ```
public final class CorrespondenceMatch {
    /// The match as it is played here: the signed log, and behind it what was played since.
    public internal(set) var match: Match
    /// What was signed and sent, or received; nil before the first message.
    public internal(set) var signedLog: SignedLog?
    /// How its urls begin, and how large they may be.
    public let carrier: Carrier

    let pool: MemoryPool?
    /// The keys of the seats that this host signed for.
    var keys: [Int: SeatKey] = [:]
    /// Were the draws keyed by a seed that no message could tell?
    let hasOwnDraws: Bool
    /// The rules at the end of the signed log, and those on which plies are played that may come to nothing.
    let cache = RulesCache(capacity: 2)
    /// How many entries of the match's log the signed log accounts for, a round under way at its end apart.
    var settled = 0
    /// The seats whose entries of that round are signed.
    var enteredSeats: Set<Int> = []
    /// Who is there at the end of the signed log.
    var attendance = Attendance()
    /// Was a message of the match made or taken? Then no clock is shared.
    var isTold = false
    /// Claims that aren't signed yet, with how many plies the claimed seat had made.
    var pendingClaims: [(claim: Attendance.Claim, plies: Int)] = []

    /// Seats that resigned in a message that was made here: the old message may still turn up, so they stand by it.
    var resigned: Set<Int> = []

    /// What seats chose in rounds in messages that were made here, by the head that names the round: a second choice would be
    /// another version of it, and nothing that the seat builds on it would count.
    var chosen: [Head: [Int: SentEntry]] = [:]

    /// What seats of this host have sealed for the match.
    var secrets: [Commitment: OpenedMove] = [:]

    /// What seats of this host sent and the signed log doesn't hold any more.
    var lostWords = LostWords()

    /// Why the bet of the message that opened the match wasn't taken.
    package internal(set) var openingBetRefusal: String?

    /// Bets that were offered and that no ply carries yet.
    var offers: [OfferedBet] = []

    /// Begins a match. A game of chance is drawn here as long as nobody was told of it; with the invitation, which has to come
    /// before the first move, it begins anew, and both hosts draw together.
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
        hasOwnDraws = seed != nil
        let seed = seed ?? (script.chance == .none ? 0 : .random(in: 0...UInt64(Int64.max)))
        match = try Match(of: script, seats: seats, options: options, seed: seed, limits: limits, pool: pool)
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
    static func verdict(_ failure: ReplayFailure) -> Verdict {
        .cannotReplay(reason: failure.description)
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
    package func putAway() {
        match.forget()
        cache.removeAll()
    }

    /// About what it holds without a Lua state, in bytes.
    package var logWeight: Int {
        match.logWeight + (signedLog?.log.plies.count ?? 0) * 512  // a ply's signature, head and place
    }

    /// Which match it is, once a message was made or received.
    public var id: MatchID? { signedLog?.match.id }
}
