import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// What a device needs beside its sessions to ask and to change them: the versions of a game, the rules in memory, and the messages
/// and scenes that were read, written or drawn lately.
///
/// A ``MatchSession`` is a value; nothing here is needed to know what it holds. ``forget()`` can be called at any time, and what is
/// asked next is worked out again. Not for several threads at once: each thread has its own, and they may share a ``GameScript``.
public final class SessionRules {
    /// The versions of the game that are at hand.
    package private(set) var shelf: ScriptVersions
    /// How urls begin, and how large they may be.
    public let carrier: MessageURLCoder
    /// What reading one message may take.
    public var budget: ProcessorBudget
    /// Hears of what fails in the script, and has its matches watched; nil where nobody wants to know. What is signed is measured
    /// without it.
    package var witness: ScriptObserver? { didSet { forget() } }
    /// What draws follow from in matches that were played again under a new text: those of the match before. Only a simulation can have
    /// such, where every device knows it.
    package var keptDraws: [MatchID: ReplayedDraws] = [:]
    /// The url that was signed for a head before, where the device keeps them: signing the same again could give other bytes.
    package var signedURL: (Head) -> String? = { _ in nil }
    /// Does a device sign by itself what its seat has no choice about? Where it doesn't, people play it.
    let answersByItself: Bool
    let pool: MemoryPool?
    private let cache: RulesCache
    /// Rules that know nothing of what is sealed.
    private let others: RulesCache
    private var readUrls = ReadUrls()
    /// Whose sessions asked last, by match: rules that know one participant's secrets aren't asked for another.
    private var askers: [MatchID: [SeatKey.Public]] = [:]
    /// What seats owe, as far as it was looked at.
    var obligations: [MatchID: Obligations] = [:]
    /// The scenes that were drawn last.
    var scenes = SceneCache()

    /// Rules for the sessions of one game.
    ///
    /// - Parameters:
    ///   - shelf: The versions of the game that the device has.
    ///   - carrier: How urls begin.
    ///   - pool: What all Lua states share.
    ///   - keptRules: How many Lua states are kept, at least 1; a match that is in use has two.
    ///   - budget: What reading one message may take.
    ///   - answersByItself: Whether what a seat has no choice about is signed in front of its next move, and with `SessionAct.answer`;
    ///     without it people play their true answers like any move.
    public init(
        _ shelf: ScriptVersions, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil,
        keptRules: Int = 4,
        budget: ProcessorBudget = .message, answersByItself: Bool = true
    ) {
        (self.shelf, self.carrier, self.pool, self.budget) = (shelf, carrier, pool, budget)
        self.answersByItself = answersByItself
        cache = RulesCache(capacity: max(1, keptRules))
        others = RulesCache(capacity: max(1, keptRules / 2))
    }

    /// The version on which matches begin.
    public var installed: GameScript { shelf.installed }

    /// Takes an older version in.
    public func add(_ older: GameScript) { shelf.add(older) }

    /// What replaying one message may take here.
    package var replaying: ProcessorBudget { budget.watched(witness != nil) }

    // MARK: Messages

    /// What a url holds. One that was read or written lately isn't decoded again.
    ///
    /// - Throws: As ``MessageURLCoder/envelope(from:)``.
    package func envelope(from url: String) throws(WireError) -> Envelope {
        if let envelope = readUrls[url] { return envelope }
        let envelope = try carrier.envelope(from: url)
        readUrls.note(url, envelope)
        return envelope
    }

    /// The url of a message that this device made: it needn't decode that itself.
    ///
    /// - Throws: As ``MessageURLCoder/url(of:)``.
    func url(of envelope: Envelope) throws(WireError) -> String {
        let url = try carrier.url(of: envelope)
        readUrls.note(url, envelope)
        return url
    }

    /// Reads messages of a match; nil for one that isn't known yet.
    func receiver(for session: MatchSession?) -> Receiver<ReplayLibrary> {
        Receiver(carrier: carrier, library: ReplayLibrary(self, for: session))
    }

    /// What the protocol's table says of a message, whoever it is of. Nothing is adopted.
    package func verdict(on envelope: Envelope, known session: MatchSession?) -> Verdict {
        receiver(for: nil).verdict(on: envelope, known: session?.known)
    }

    // MARK: Rules

    /// The rules of a match at the end of a log of it.
    ///
    /// - Parameters:
    ///   - session: What is known of the match.
    ///   - use: Whether plies will be played on them that may come to nothing.
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

    /// The rules of a match at the end of a log, on a device that knows nothing of what is sealed.
    ///
    /// - Throws: ``ReplayFailure``.
    func rulesOfOthers(at log: SignedLog) throws(ReplayFailure) -> MatchRules {
        try replaying.run { () throws(ReplayFailure) in
            try others.rules(of: log.match, after: log.log.plies, in: nil, for: .look, secrets: [:]) {
                () throws(ReplayFailure) in try begun(log.match, [:], nil)
            }
        }
    }

    /// Plays a log as others do in a game whose moves stay sealed, so that the next draft, which is compared, plays only its own plies.
    func followAsOthers(_ log: SignedLog) {
        guard shelf.script(log.match.script)?.sealing.isEmpty == false else { return }
        _ = try? rulesOfOthers(at: log)
    }

    private func begun(
        _ identity: MatchIdentity, _ secrets: [Commitment: RevealedMove], _ witness: ScriptObserver?
    ) throws(ReplayFailure) -> MatchRules {
        guard let script = shelf.script(identity.script) else {
            throw .failed("the rules of this match aren't here: another game, or another version of it")
        }
        for cache in [others, cache] {
            while pool?.hasRoom(for: script.limits.memory) == false, !cache.isEmpty { cache.removeOldest() }
        }
        return try MatchRules(
            identity, of: script, pool: pool, witness: witness, kept: keptDraws[identity.id], secrets: secrets)
    }

    /// Forgets a match that was asked for by somebody else, who may know more of it, or less.
    func ask(for match: MatchID, _ session: MatchSession?) {
        let keys = session?.keys.map(\.publicKey) ?? []
        let before = askers[match] ?? []
        guard before != keys else { return }
        // who knows nothing leaves nothing behind, however many matches strangers make up
        askers[match] = keys.isEmpty ? nil : keys
        guard !before.allSatisfy(keys.contains) || session?.secrets.isEmpty == false else { return }
        forget(match)
        obligations[match] = nil
        scenes.removeAll()
    }

    /// What is known of sealed moves, also of those that are owed and not sent.
    func secrets(of session: MatchSession) -> [Commitment: RevealedMove] {
        guard let owed = obligations[session.id]?.secrets, !owed.isEmpty else { return session.secrets }
        return session.secrets.merging(owed) { kept, _ in kept }
    }

    /// Rules that were replaying what is the session's log now stand at its end.
    func moved(to log: SignedLog) {
        guard let used = cache.last, used.identity == log.match, used.isAhead else { return }
        // the last replay may have been of a union that the rules refused
        if used.hasReplayed(log.log.plies) { used.stands(at: log.log.plies) }
    }

    /// The same games, where nothing is known yet: as another device would have them.
    func fresh(within budget: ProcessorBudget) -> SessionRules {
        let fresh = SessionRules(shelf, carrier: carrier, pool: pool, budget: budget)
        fresh.keptDraws = keptDraws
        return fresh
    }

    /// Throws all Lua states away; they are built again from the logs.
    public func forget() {
        cache.removeAll()
        others.removeAll()
        scenes.removeAll()
    }

    /// Throws the Lua states of a match away.
    package func forget(_ match: MatchID) {
        cache.remove(match)
        others.remove(match)
    }

    /// How many Lua states with rules are in memory, of all matches.
    var count: Int { cache.count + others.count }

    /// What the Lua states hold, in bytes.
    package var memoryUsed: Int { cache.memoryUsed + others.memoryUsed }
}

/// The versions of one game for the replays of one match, and the rules that those play on.
struct ReplayLibrary: RulesProvider {
    private let rules: SessionRules
    private let session: MatchSession?

    /// - Parameter session: The match as the device knows it; nil for a match that it doesn't know.
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
    /// What the calls may take that reading one message leads to, all together: whatever single calls are allowed, a url has room
    /// for hundreds of them. The last one ends within half a second, so that reading takes at most 2 s.
    public static let message = ProcessorBudget(.milliseconds(1500))

    /// What the replay of a log may take to which moves are to be added: others have slower machines, and read it with this budget.
    package var forSigning: ProcessorBudget { ProcessorBudget(time / 3) }

    /// The same where the moves themselves take next to nothing: who has a log that others have made slow can go on for a while.
    var forSigningOnSlowLogs: ProcessorBudget { ProcessorBudget(time * 2 / 3) }

    /// The same for a watched match, which takes longer than the one that is measured: an author's phone fails at no time that
    /// others have.
    func watched(_ isWatched: Bool) -> ProcessorBudget { isWatched ? ProcessorBudget(time * 4) : self }

    /// What building a match anew may take whose log was read within this budget: it was found to fit, and mustn't fail for a
    /// moment's difference.
    var forRebuilding: ProcessorBudget { ProcessorBudget(time * 2) }
}

/// The urls that a table read or wrote last, with what they hold: many ask for the same url in one event, and none of them
/// decodes it again. What a url holds follows from its bytes alone, and all of them are compared.
struct ReadUrls {
    /// The last used comes last.
    private var urls: [(url: String, envelope: Envelope)] = []

    /// What is asked for again lies within one event: what came in, what went out, what was shown before.
    private static let most = 4

    /// What the url holds, if it was read, written or asked for lately.
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
