import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// A match for two on a host that knows everything and may play any seat, and that other hosts learn of by messages alone:
/// what a bot or a front end holds.
///
/// Moves are played on ``match`` and count at once here. ``message(from:budget:)`` signs those that aren't signed yet and gives
/// the url; ``receive(_:budget:)`` takes a url of the other host through the protocol's table. What is signed is a ``session``.
///
/// ```swift
/// let ann = try CorrespondenceMatch(of: script)
/// try ann.match.play("b2", seat: 1)
/// let url = try ann.message(from: 1).url
/// ```
public final class CorrespondenceMatch {
    /// The match as it is played here: the signed log, and after it what was played since.
    public internal(set) var match: Match
    /// What was signed and sent, or received; nil before the first message.
    public internal(set) var session: MatchSession?
    /// Why the bet of the message that opened the match wasn't taken.
    package internal(set) var openingBetRefusal: String?
    /// Were the draws keyed by a seed that no message could tell?
    let hasOwnDraws: Bool
    /// The rules at the end of the signed log, and those on which plies are played that may come to nothing.
    let rules: SessionRules
    /// How much of the match's log is signed.
    var signed = SignedPart()
    /// Claims that aren't signed yet, with how many plies the claimed seat had made.
    var pendingClaims: [(claim: Attendance.Claim, plies: Int)] = []

    /// How far a match's log is signed.
    struct SignedPart {
        /// How many entries are, a round under way at the end apart.
        var entries = 0
        /// The seats whose entries of that round are.
        var enteredSeats: Set<Int> = []
        /// Who is there at the end of it.
        var attendance = Attendance()
    }

    /// Begins a match. A game of chance is drawn here as long as nobody was told of it; with the invitation, which has to come
    /// before the first move, it begins anew, and both hosts draw together.
    ///
    /// - Parameters:
    ///   - seed: Keys the draws; a match with chance can't be told in messages then.
    ///   - limits: tighter than the script's.
    /// - Throws: ``GameError``.
    public init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64? = nil,
        limits: LuaLimits? = nil, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil
    ) throws(GameError) {
        hasOwnDraws = seed != nil
        let seed = seed ?? (script.chance == .none ? 0 : .random(in: 0...UInt64(Int64.max)))
        match = try Match(of: script, seats: seats, options: options, seed: seed, limits: limits, pool: pool)
        rules = Self.rules(of: ScriptVersions(script), carrier, pool)
    }

    /// Goes on with a match that was begun elsewhere, such as a saved one. Its draws are its own.
    public init(_ match: Match, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil) {
        self.match = match
        hasOwnDraws = true
        rules = Self.rules(of: ScriptVersions(match.script), carrier, pool)
    }

    /// Goes on with a match that messages tell, at the end of its log. Nobody has looked at it yet: it holds no Lua state.
    init(_ session: MatchSession, _ end: MatchRules, _ rules: SessionRules) {
        (self.session, self.rules) = (session, rules)
        hasOwnDraws = false
        _ = try? end.match.status  // known from now on, without a Lua state
        match = Match(at: end.match, limits: end.match.limits)
        mark(end)
        rules.forget()
    }

    static func rules(of shelf: ScriptVersions, _ carrier: MessageURLCoder, _ pool: MemoryPool?) -> SessionRules {
        SessionRules(shelf, carrier: carrier, pool: pool, keptRules: 2, answersByItself: false)
    }

    /// Opens the match of a message that is adopted as new.
    ///
    /// - Parameter shelf: The versions of the message's game; nil if it isn't at hand.
    /// - Returns: What the protocol's table says, and the match if it is adopted.
    /// - Throws: ``GameError`` if the match can't be held here.
    public static func open(
        _ envelope: Envelope, shelf: ScriptVersions?, carrier: MessageURLCoder = MessageURLCoder(),
        pool: MemoryPool? = nil,
        budget: ProcessorBudget = .message
    ) throws(GameError) -> (verdict: Verdict, match: CorrespondenceMatch?) {
        guard let shelf else { return (.unknownGame(envelope.signedLog.match.game), nil) }
        let rules = rules(of: shelf, carrier, pool)
        rules.budget = budget
        return budget.run {
            let opened = MatchSession.opened(by: envelope, in: nil, now: .zero, using: rules)
            guard var session = opened.session else { return (opened.verdict, nil) }
            let refusal = envelope.bet.flatMap { session.take($0, using: rules) }
            do throws(SessionError) {
                let end = try rules.rules(at: session.signedLog, of: session)
                let match = CorrespondenceMatch(session, end, rules)
                match.openingBetRefusal = refusal?.text
                return (opened.verdict, match)
            } catch {
                // the rules took the log, and then couldn't come to its end again
                return (.cannotReplay(reason: error.description), nil)
            }
        }
    }

    /// Which match it is, once a message was made or received.
    public var id: MatchID? { session?.id }

    /// What was signed and sent, or received; nil before the first message.
    public var signedLog: SignedLog? { session?.signedLog }

    /// How its urls begin, and how large they may be.
    public var carrier: MessageURLCoder { rules.carrier }

    /// Throws the Lua states away: what is asked next builds them anew from the log.
    package func putAway() {
        match.forget()
        rules.forget()
    }

    /// About what it holds without a Lua state, in bytes.
    package var logWeight: Int {
        match.logWeight + (signedLog?.log.plies.count ?? 0) * 512  // a ply's signature, head and place
    }

    // MARK: What isn't signed

    /// What was played here and isn't signed.
    var unsigned: [LogEntry] {
        var entered = signed.enteredSeats
        return match.log.dropFirst(signed.entries).filter { entry in
            // whoever leaves in a round takes the entry out of it
            if case .leave = entry.choice { return true }
            return entered.remove(entry.seat) == nil
        }
    }

    /// Was something played for a seat that no message tells yet?
    package func waitsToBeTold(_ seat: Int) -> Bool { unsigned.contains { $0.seat == seat } }

    /// Is it a seat of this host?
    package func holdsKey(of seat: Int) -> Bool { session?.key(of: seat) != nil }

    /// The seats of this host that have something to tell without another move: an entry that waited, the opening of what they
    /// sealed. Their next message tells it.
    package func seatsToAnswer() -> [Int] {
        guard var session, let log = try? session.answered(session.signedLog, of: session.seats, using: rules) else {
            return []
        }
        let unsigned = Set(unsigned.map(\.seat))
        return session.seats.filter { seat in
            unsigned.contains(seat)
                || log.log.plies.count { $0.seat == seat } > session.signedLog.log.plies.count { $0.seat == seat }
        }
    }

    /// The seat of this host for which a draw waited, where nothing was played since: its message tells the other host.
    package var witnessed: Int? {
        guard let last = signedLog?.log.plies.last, last.action == .witness, holdsKey(of: last.seat) else { return nil }
        return last.seat
    }

    /// What is known of how honestly the secrets of the match were kept, as far as it is signed; nil before the first message.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func audit() throws(SessionError) -> Audit? {
        guard let session else { return nil }
        return try session.audit(at: session.signedLog, using: rules)
    }

    /// Notes how far the match's log is signed: up to where these rules stand.
    func mark(_ end: MatchRules) {
        let entered = end.match.enteredInRound
        let log = end.match.log
        signed = SignedPart(
            entries: log.count - entered,
            enteredSeats: Set(log.suffix(entered).map(\.seat)).union(end.sealed.seats), attendance: end.attendance)
    }

    /// Goes on with the match as these rules have it.
    func stand(at end: MatchRules) {
        _ = try? end.match.status  // known from now on, without a Lua state
        let adopted = Match(at: end.match, limits: match.limits)
        adopted.countsInstructions = match.countsInstructions
        adopted.guardsLooks = match.guardsLooks
        match = adopted
        mark(end)
    }
}
