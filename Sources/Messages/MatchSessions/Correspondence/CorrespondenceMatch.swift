import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// A match for two on a host that knows everything and may play any seat, such as a bot or a front
/// end. Other hosts learn of the match only by messages.
///
/// Moves are played on ``match`` and count at once here. ``message(from:budget:)`` signs the
/// unsigned moves and returns the url. ``receive(_:budget:)`` judges a message of the other host by
/// the protocol's table. The signed part is a ``session``.
///
/// ```swift
/// let ann = try CorrespondenceMatch(of: script)
/// try ann.match.play("b2", seat: 1)
/// let url = try ann.message(from: 1).url
/// ```
public final class CorrespondenceMatch {
    /// The match as it is played here: the signed log, and what was played since.
    public internal(set) var match: Match
    /// The session with what was signed and sent, or received; nil before the first message.
    public internal(set) var session: MatchSession?
    /// The reason that the bet in the match's first message wasn't accepted.
    package internal(set) var openingBetRefusal: String?
    /// Whether the draws come from a seed that no message can carry.
    let hasOwnDraws: Bool
    /// The rules at the end of the signed log, and the rules for plies that may be withdrawn.
    let rules: SessionRules
    /// The signed part of the match's log.
    var signed = SignedPart()
    /// The claims that aren't signed yet, each with the number of plies that the claimed seat had
    /// made.
    var pendingClaims: [(claim: Attendance.Claim, plies: Int)] = []

    /// The extent of the signed part of a match's log.
    struct SignedPart {
        /// The number of signed entries, not counting those of a round under way at the end.
        var entries = 0
        /// The seats whose entries of that round are signed.
        var enteredSeats: Set<Int> = []
        /// The attendance at the end of the signed part.
        var attendance = Attendance()
    }

    /// Starts a match. In a game of chance this host draws alone until it signs the invitation. The
    /// invitation must precede the first move. Signing it starts the match again, and from then on
    /// both hosts draw together.
    ///
    /// - Parameters:
    ///   - seed: The seed of the draws. Messages can't carry a match with chance and a seed.
    ///   - limits: Limits that are tighter than the script's.
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

    /// Continues a match that was started elsewhere, such as a saved one. The match keeps its own
    /// draws, which messages can't carry.
    public init(_ match: Match, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil) {
        self.match = match
        hasOwnDraws = true
        rules = Self.rules(of: ScriptVersions(match.script), carrier, pool)
    }

    /// Continues a match by messages at the end of its log. The match has no Lua state until it is
    /// queried.
    init(_ session: MatchSession, _ end: MatchRules, _ rules: SessionRules) {
        (self.session, self.rules) = (session, rules)
        hasOwnDraws = false
        _ = try? end.match.status  // cached from now on, without a Lua state
        match = Match(at: end.match, limits: end.match.limits)
        mark(end)
        rules.forget()
    }

    static func rules(of shelf: ScriptVersions, _ carrier: MessageURLCoder, _ pool: MemoryPool?) -> SessionRules {
        SessionRules(shelf, carrier: carrier, pool: pool, keptRules: 2, answersByItself: false)
    }

    /// Opens the match of a message that is adopted as new.
    ///
    /// - Parameter shelf: The versions of the message's game; nil if the host doesn't have it.
    /// - Returns: The protocol's verdict, and the match if it is adopted.
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
                // the rules accepted the log, and then couldn't reach its end again
                return (.cannotReplay(reason: error.description), nil)
            }
        }
    }

    /// The id of the match; nil before the first message.
    public var id: MatchID? { session?.id }

    /// The log that was signed and sent, or received; nil before the first message.
    public var signedLog: SignedLog? { session?.signedLog }

    /// The coder that reads and writes the match's urls.
    public var carrier: MessageURLCoder { rules.carrier }

    /// Drops the Lua states. They are built again from the log when they are needed.
    package func putAway() {
        match.luaStates.forget()
        rules.forget()
    }

    /// The approximate memory of the match without a Lua state, in bytes.
    package var logWeight: Int {
        // 512: a ply's signature, head and place
        match.logWeight + (signedLog?.log.plies.count ?? 0) * 512
    }

    // MARK: Unsigned entries

    /// The entries that were played here and aren't signed.
    var unsigned: [LogEntry] {
        var entered = signed.enteredSeats
        return match.log.dropFirst(signed.entries).filter { entry in
            // a leaving is never a signed entry of the round: it removes the seat's entry from the
            // round
            if case .leave = entry.choice { return true }
            return entered.remove(entry.seat) == nil
        }
    }

    /// Returns whether an entry was played for a seat that no message contains yet.
    package func waitsToBeTold(_ seat: Int) -> Bool { unsigned.contains { $0.seat == seat } }

    /// Returns whether this host has the key of a seat.
    package func holdsKey(of seat: Int) -> Bool { session?.key(of: seat) != nil }

    /// Returns the seats of this host that can send a message without another move. They have an
    /// entry that isn't signed yet, or owe plies without a choice, such as reveals.
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

    /// The seat of this host that has just witnessed a draw; nil if another ply has been signed since
    /// then. The other host learns the draw from a message of this seat.
    package var witnessed: Int? {
        guard let last = signedLog?.log.plies.last, last.action == .witness, holdsKey(of: last.seat) else { return nil }
        return last.seat
    }

    /// Returns the audit of the signed part of the match; nil before the first message.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func audit() throws(SessionError) -> Audit? {
        guard let session else { return nil }
        return try session.reader(using: rules).audit(at: session.signedLog)
    }

    /// Records how far the match's log is signed: up to the position of these rules.
    func mark(_ end: MatchRules) {
        let entered = end.match.enteredInRound
        let log = end.match.log
        signed = SignedPart(
            entries: log.count - entered,
            enteredSeats: Set(log.suffix(entered).map(\.seat)).union(end.position.sealed.seats),
            attendance: end.attendance)
    }

    /// Continues with the match at the position of these rules.
    func stand(at end: MatchRules) {
        _ = try? end.match.status  // cached from now on, without a Lua state
        let adopted = Match(at: end.match, limits: match.limits)
        adopted.luaStates.countsInstructions = match.luaStates.countsInstructions
        adopted.luaStates.isWatchful = match.luaStates.isWatchful
        match = adopted
        mark(end)
    }
}
