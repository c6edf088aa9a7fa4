import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// The resources with which a device queries and changes its sessions: the versions of a game, the
/// cached rules, and the last messages and scenes.
///
/// A ``MatchSession`` is a value and doesn't depend on these resources. ``forget()`` can be called
/// at any time, because later queries compute again what they need. Don't use an instance on
/// several threads at once. Each thread needs its own instance. Several instances may share a
/// ``GameScript``.
public final class SessionRules {
    /// The versions of the game that the device has.
    package private(set) var shelf: ScriptVersions
    /// The coder that reads and writes urls.
    public let carrier: MessageURLCoder
    /// The processor time for reading one message.
    public var budget: ProcessorBudget
    /// The observer of script failures; nil if there is none. With an observer the matches are
    /// watched. Measurements before signing run without the observer.
    package var witness: ScriptObserver? { didSet { forget() } }
    /// The draws of the earlier match, for each match that is played again with a new text of the
    /// script. Only a simulation can have such draws, because every device must know them.
    package var keptDraws: [MatchID: ReplayedDraws] = [:]
    /// Returns the url that was signed for a head before, if the device stores such urls. Signing
    /// again could give other bytes.
    package var signedURL: (Head) -> String? = { _ in nil }
    /// Whether a device itself signs the plies for which its seat has no choice. If it doesn't,
    /// people play these plies.
    let answersByItself: Bool
    let pool: MemoryPool?
    private let cache: RulesCache
    /// The last match that was shown from the view of a person who has only the log.
    private var knownStranger: (head: Head, seats: Set<Int>, match: Match)?
    private var readUrls = ReadUrls()
    /// The keys of the session that asked last, by match. Rules that know the secrets of one
    /// participant aren't used for another participant.
    private var askers: [MatchID: [SeatKey.Public]] = [:]
    /// The pending obligations of the seats, as far as they were computed.
    var obligations: [MatchID: Obligations] = [:]
    /// The cached scenes.
    var scenes = SceneCache()

    /// Creates the rules for the sessions of one game.
    ///
    /// - Parameters:
    ///   - shelf: The versions of the game that the device has.
    ///   - carrier: The coder that reads and writes urls.
    ///   - pool: The memory that all Lua states share.
    ///   - keptRules: The most cached Lua states, at least 1. A match in use has two.
    ///   - budget: The processor time for reading one message.
    ///   - answersByItself: Whether plies without a choice are signed before the seat's next move,
    ///     and with `SessionAct.answer`. If they aren't, people play their true answers like moves.
    public init(
        _ shelf: ScriptVersions, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil,
        keptRules: Int = 4,
        budget: ProcessorBudget = .message, answersByItself: Bool = true
    ) {
        (self.shelf, self.carrier, self.pool, self.budget) = (shelf, carrier, pool, budget)
        self.answersByItself = answersByItself
        cache = RulesCache(capacity: max(1, keptRules))
    }

    /// The version on which matches begin.
    public var installed: GameScript { shelf.installed }

    /// Adds an older version.
    public func add(_ older: GameScript) { shelf.add(older) }

    /// The processor time for replaying one message, which is longer for watched matches.
    package var replaying: ProcessorBudget { budget.watched(witness != nil) }

    // MARK: Messages

    /// Returns the envelope in a url. A url that was read or written recently isn't decoded again.
    ///
    /// - Throws: The errors of ``MessageURLCoder/envelope(from:)``.
    package func envelope(from url: String) throws(WireError) -> Envelope {
        if let envelope = readUrls[url] { return envelope }
        let envelope = try carrier.envelope(from: url)
        readUrls.note(url, envelope)
        return envelope
    }

    /// Returns the url of a message of this device, and caches its envelope.
    ///
    /// - Throws: The errors of ``MessageURLCoder/url(of:)``.
    func url(of envelope: Envelope) throws(WireError) -> String {
        let url = try carrier.url(of: envelope)
        readUrls.note(url, envelope)
        return url
    }

    /// Returns a receiver for the messages of a match.
    ///
    /// - Parameter session: The match; nil for a match that isn't known yet.
    func receiver(for session: MatchSession?) -> Receiver<ReplayProvider> {
        Receiver(carrier: carrier, library: ReplayProvider(self, for: session))
    }

    /// Returns the protocol's verdict on a message of any sender. Adopts nothing.
    package func verdict(on envelope: Envelope, known session: MatchSession?) -> Verdict {
        receiver(for: nil).verdict(on: envelope, known: session?.known)
    }

    // MARK: Rules

    /// Returns the rules of a match at the end of one of its logs.
    ///
    /// - Parameters:
    ///   - session: The match as the device knows it.
    ///   - use: Whether the rules are only queried, or are used to play plies that may be withdrawn.
    /// - Throws: ``SessionError/replay(_:)``.
    func rules(
        at log: SignedLog, of session: MatchSession, for use: RulesCache.Use = .look
    ) throws(SessionError) -> MatchRules {
        try saying(SessionError.replay) { () throws(ReplayFailure) in
            try replaying.run { () throws(ReplayFailure) in
                let rules = try stand(log.match, after: log.log.plies, known: session, for: use)
                rules.learn()
                return rules
            }
        }
    }

    func stand(
        _ identity: MatchIdentity, after plies: [Ply], known session: MatchSession?, for use: RulesCache.Use
    ) throws(ReplayFailure) -> MatchRules {
        ask(for: identity.id, session)
        let secrets = session.map(secrets) ?? [:]
        return try cache.rules(
            of: identity, after: plies, in: session?.signedLog.log.plies, for: use, secrets: secrets
        ) { () throws(ReplayFailure) in try begun(identity, secrets, witness) }
    }

    /// Returns a match at the end of a log as it looks to a person who doesn't know the sealed moves
    /// of `seats`.
    ///
    /// - Parameters:
    ///   - rules: The rules at the end of the log.
    ///   - seats: The seats whose sealed moves stay hidden.
    func stranger(at head: Head, _ rules: MatchRules, hiding seats: Set<Int>) -> Match {
        if let known = knownStranger, known.head == head, known.seats == seats { return known.match }
        let match = Match(at: rules.match, limits: rules.match.limits, hiding: seats)
        knownStranger = (head, seats, match)
        return match
    }

    private func begun(
        _ identity: MatchIdentity, _ secrets: [Commitment: RevealedMove], _ witness: ScriptObserver?
    ) throws(ReplayFailure) -> MatchRules {
        guard let script = shelf.script(identity.script) else {
            throw .failed("the rules of this match aren't here: another game, or another version of it")
        }
        if pool?.hasRoom(for: script.limits.memory) == false { knownStranger = nil }
        while pool?.hasRoom(for: script.limits.memory) == false, !cache.isEmpty { cache.removeOldest() }
        return try MatchRules(
            identity, of: script, pool: pool, witness: witness, kept: keptDraws[identity.id], secrets: secrets)
    }

    /// Drops the cached rules of a match if another session asks for the match now, because that
    /// session may know more or fewer secrets.
    func ask(for match: MatchID, _ session: MatchSession?) {
        let keys = session?.keys.publicKeys ?? []
        let before = askers[match] ?? []
        guard before != keys else { return }
        // store nothing for a session without keys, so that the invented matches of strangers use
        // no memory
        askers[match] = keys.isEmpty ? nil : keys
        guard !before.allSatisfy(keys.contains) || session?.secrets.isEmpty == false else { return }
        forget(match)
        obligations[match] = nil
        scenes.removeAll()
    }

    /// Returns the known sealed moves, including those in plies that the seats owe and haven't
    /// sent.
    func secrets(of session: MatchSession) -> [Commitment: RevealedMove] {
        guard let owed = obligations[session.id]?.secrets, !owed.isEmpty else { return session.secrets }
        return session.secrets.merging(owed) { kept, _ in kept }
    }

    /// Marks the rules that were used last as being at the end of the session's new log, if they
    /// have replayed that log.
    func moved(to log: SignedLog) {
        guard let used = cache.last, used.identity == log.match, used.position.played.isAhead else { return }
        // the last replay may have been of a union that the rules rejected
        if used.position.played.hasReplayed(log.log.plies) { used.stands(at: log.log.plies) }
    }

    /// Returns rules for the same game without any cache, as another device would have them.
    func fresh(within budget: ProcessorBudget) -> SessionRules {
        let fresh = SessionRules(shelf, carrier: carrier, pool: pool, budget: budget)
        fresh.keptDraws = keptDraws
        return fresh
    }

    /// Drops all Lua states. They are built again from the logs.
    public func forget() {
        cache.removeAll()
        knownStranger = nil
        scenes.removeAll()
    }

    /// Drops the Lua states of a match.
    package func forget(_ match: MatchID) {
        cache.remove(match)
        knownStranger = nil
    }

    /// How many Lua states with rules are in memory, of all matches.
    var count: Int { cache.count }

    /// The memory of the Lua states, in bytes.
    package var memoryUsed: Int { cache.memoryUsed + (knownStranger?.match.meters?.used ?? 0) }
}

/// The versions of one game and its cached rules, for the replays of one match.
struct ReplayProvider: RulesProvider {
    private let rules: SessionRules
    private let session: MatchSession?

    /// - Parameter session: The match as the device knows it; nil for a match that the device
    ///   doesn't know.
    init(_ rules: SessionRules, for session: MatchSession? = nil) {
        (self.rules, self.session) = (rules, session)
    }

    func support(for game: GameID, script: ScriptDigest) -> RulesSupport {
        guard game.name == rules.installed.id else { return .unknownGame }
        return rules.shelf.script(script) == nil ? .otherVersion : .available
    }

    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try rules.replaying.run(body) }

    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        try rules.replaying.run { () throws(ReplayFailure) in
            try rules.stand(match, after: Array(plies), known: session, for: .play)
        }
    }
}

extension ProcessorBudget {
    /// The processor time that all calls together may take while one message is read. Single calls
    /// have their own limits, but a url has room for hundreds of calls. The last call ends within
    /// half a second, so reading takes at most 2 s.
    public static let message = ProcessorBudget(.milliseconds(1500))

    /// The budget for replaying a log to which moves are to be added. It is smaller, because other
    /// devices may be slower and read the log with the full budget.
    package var forSigning: ProcessorBudget { ProcessorBudget(time / 3) }

    /// The budget for replaying a log if the moves to be added take almost no time. It lets a seat
    /// continue for a while with a log that others have made slow.
    var forSigningOnSlowLogs: ProcessorBudget { ProcessorBudget(time * 2 / 3) }

    /// Returns the budget of a match, four times as long if the match is watched. Watching takes
    /// time, and an author's phone must not fail where others don't.
    func watched(_ isWatched: Bool) -> ProcessorBudget { isWatched ? ProcessorBudget(time * 4) : self }

    /// The budget for building a match again from a log that was read within this budget. The new
    /// budget is longer, so that a small difference in speed doesn't make that log fail.
    var forRebuilding: ProcessorBudget { ProcessorBudget(time * 2) }
}

/// The urls that were read or written last, with their envelopes. Several parts of one event need
/// the same url, and only the first part decodes it. An envelope depends only on the bytes of its
/// url, and a lookup compares all these bytes.
struct ReadUrls {
    /// The urls, the last used at the end.
    private var urls: [(url: String, envelope: Envelope)] = []

    /// The most cached urls. One event needs the url that came in, the url that went out, and the
    /// url that was shown before.
    private static let most = 4

    /// The envelope of the url, if it was read, written or requested recently.
    subscript(url: String) -> Envelope? {
        mutating get {
            guard let index = urls.lastIndex(where: { $0.url.utf8.elementsEqual(url.utf8) }) else { return nil }
            let found = urls.remove(at: index)
            urls.append(found)
            return found.envelope
        }
    }

    mutating func note(_ url: String, _ envelope: Envelope) {
        if urls.count == Self.most { urls.removeFirst() }
        urls.append((url, envelope))
    }
}
