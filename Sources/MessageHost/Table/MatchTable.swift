import Conversations
import GameRules
import LuaRuntime
import MessageWire

/// The matches of one game on one device: what is known of each, and its rules while they are in use.
///
/// Everything that comes from outside goes through ``read(_:from:chat:session:now:)``, the protocol's table; everything that
/// is to leave becomes a ``Draft`` first and counts once it was sent.
public final class MatchTable {
    /// The game whose matches these are: a message of another one is never adopted.
    public let game: GameID
    /// How urls begin, and how large they may be.
    public let carrier: Carrier
    /// What is known of each match.
    public package(set) var records: [MatchID: MatchRecord] = [:]
    private var shelf: ScriptShelf
    /// What draws follow from in matches that were played again under a new text: those of the match before. Only a simulation
    /// can have such, where every device knows it.
    package var keptDraws: [MatchID: KeptDraws] = [:]
    /// What drafts drew that were taken back, as long as this table lives.
    var takenBack: [MatchID: TakenBack] = [:]
    /// What this device's seats owe, as far as it was looked at.
    var aheads: [MatchID: Ahead] = [:]
    /// What seats of this device seal in what they owe.
    var owedSecrets: [MatchID: [Commitment: OpenedMove]] = [:]
    private let pool: MemoryPool?
    /// Holds the pictures that the matches draw.
    let assets: AssetStore
    var matchImages: [MatchID: MatchImages] = [:]
    private var readUrls = ReadUrls()
    private let rules: RulesCache
    /// A match as somebody sees it who has only the log that ends with this head: see ``lookAsStranger(at:_:)``.
    var stranger: (head: Head, match: Match)?
    /// The scenes that were drawn last.
    var scenes = SceneCache()
    /// What reading one message may take.
    public var budget: ProcessorBudget
    /// Hears of what fails in the script, and has its matches watched; nil where nobody wants to know. What is signed is
    /// measured without it.
    package var witness: ScriptWitness? { didSet { forgetRules() } }
    /// What replaying one message may take here.
    var replaying: ProcessorBudget { budget.watched(witness != nil) }

    /// - Parameters:
    ///   - shelf: The versions of the game that this device has.
    ///   - pool: What all Lua states share.
    ///   - keptRules: How many Lua states are kept for rules; a match that is in use has two.
    ///   - budget: What reading one message may take.
    ///   - assets: Holds the pictures of all games of a host.
    public init(
        game: GameID, shelf: ScriptShelf, carrier: Carrier = Carrier(), pool: MemoryPool? = nil, keptRules: Int = 4,
        budget: ProcessorBudget = .message, assets: AssetStore = AssetStore()
    ) {
        self.budget = budget
        self.assets = assets
        self.game = game
        self.shelf = shelf
        self.carrier = carrier
        self.pool = pool
        rules = RulesCache(capacity: keptRules)
    }

    /// The version on which matches begin.
    var installed: GameScript { shelf.installed }

    /// A version of the game, if it is here.
    package func script(_ digest: ScriptDigest) -> GameScript? { shelf.script(digest) }

    /// Puts an older version on the shelf.
    package func add(_ older: GameScript) { shelf.add(older) }

    /// Goes on with the matches and scripts of the table before an update of the game.
    func takeOver(_ before: MatchTable) {
        records = before.records
        keptDraws = before.keptDraws
        for script in before.shelf.all { shelf.add(script) }
        witness = before.witness
    }

    // MARK: Reading

    /// What a url holds. One that was read or written lately isn't decoded again.
    ///
    /// - Throws: As ``Carrier/envelope(from:)``.
    func envelope(from url: String) throws(WireError) -> Envelope {
        if let envelope = readUrls[url] { return envelope }
        let envelope = try carrier.envelope(from: url)
        readUrls.note(url, envelope)
        return envelope
    }

    /// The url of a message that this device made: it needn't decode that itself.
    ///
    /// - Throws: As ``Carrier/url(of:)``.
    func url(of envelope: Envelope) throws(WireError) -> String {
        let url = try carrier.url(of: envelope)
        readUrls.note(url, envelope)
        return url
    }

    /// What became of a message.
    public struct Reading: Sendable {
        /// What the protocol's table says of it.
        public let verdict: Verdict
        /// The match that it belongs to, if it could be read so far.
        public let match: MatchID?
        /// What it tells about its sender.
        public let sender: WhoIsWho<Participant>.Finding?
        /// Why the bet that it offers wasn't taken; nil if it was, or if there is none.
        public var betRefusal: String?
        /// What was adopted is another log than the one before.
        public var isNews: Bool {
            if case .adopt = verdict { true } else { false }
        }
    }

    /// Takes a url through the protocol's table, and adopts what it says to adopt. Reading the same url again changes nothing.
    ///
    /// - Parameters:
    ///   - sender: Whom the host reports as the sender; nil if nobody knows, such as for the own message.
    ///   - chat: Where it was seen: the chat of a match that is new.
    ///   - now: This device's clock.
    public func read(
        _ url: String, from sender: Participant?, chat: Chat.ID, session: Session, now: Duration
    ) -> Reading {
        replaying.run { take(url, from: sender, chat: chat, session: session, now: now) }
    }

    private func take(
        _ url: String, from sender: Participant?, chat: Chat.ID, session: Session, now: Duration
    ) -> Reading {
        let envelope: Envelope
        do {
            envelope = try self.envelope(from: url)
        } catch {
            return Reading(verdict: Verdict(error), match: nil, sender: nil)
        }
        let id = envelope.signedLog.match.id
        let isKnown = records[id] != nil
        // what nobody has opened yet, and what was refused, isn't worth a Lua state
        defer { if !isKnown { putAway(id) } else { releaseImagesIfOver(id) } }
        if let draft = records[id]?.draft, draft.url == url,
            draft.base == records[id]?.signedLog.head || draft.bet != nil
        {
            return draft.bet == nil ? send(draft, id, now) : offer(draft, id)
        }
        let verdict = Receiver(carrier: carrier, library: self).verdict(on: envelope, known: records[id]?.known)
        if envelope.signedLog.match.game != game { return Reading(verdict: verdict, match: nil, sender: nil) }
        switch verdict {
        case .adopt(let adoption):
            var record =
                records[id]
                ?? MatchRecord(beginningAt: adoption.signedLog, chat: chat, session: session, key: nil, changed: now)
            let before = record.signedLog
            record.adopt(adoption, from: url, now: now)
            records[id] = record
            moved(to: adoption.signedLog)
            reconsiderBets(of: id, after: before)
            reconsiderDispute(of: id, now: now)
        case .disputed(let dispute): records[id]?.note(dispute, in: url, from: sender)
        default: break
        }
        if let join = envelope.join, let record = records[id], record.signedLog.roster[join.seat] == nil,
            !record.joins.contains(join), isRead(verdict)
        {
            records[id]?.note(join)
        }
        var finding: WhoIsWho<Participant>.Finding?
        if isRead(verdict), let sender { finding = records[id]?.who.note(envelope, from: sender) }
        var reading = Reading(verdict: verdict, match: records[id] == nil ? nil : id, sender: finding)
        if let bet = envelope.bet, isRead(verdict) { reading.betRefusal = take(bet, in: id, finding) }
        return reading
    }

    /// Was the message what it says it is, whatever became of it?
    private func isRead(_ verdict: Verdict) -> Bool {
        switch verdict {
        case .adopt, .duplicate, .late, .joinRequest, .bet, .betRefused, .kept, .disputed: true
        default: false
        }
    }

    /// Our own draft went out: it was verified when it was made.
    private func send(_ draft: Draft, _ id: MatchID, _ now: Duration) -> Reading {
        let before = records[id]?.signedLog
        let known = before?.log.plies.count ?? 0
        takenBack[id] = nil
        records[id]?.signedLog = draft.signedLog
        records[id]?.url = draft.url
        if !draft.signedLog.log.plies.dropFirst(known).allSatisfy(\.isClaim) { records[id]?.changed = now }
        records[id]?.draft = nil
        if let move = draft.move {
            records[id]?.lastMove = move
            records[id]?.lastMoves = draft.moves
        }
        if let move = draft.move, let round = draft.round {
            // it left: whatever becomes of it, there is no other for this round
            let bets = draft.signedLog.log.plies.last { $0.seat == draft.seat }?.bets ?? []
            records[id]?.entries[round] = MatchRecord.Entry(move: move, bets: bets)
        }
        records[id]?.superseded = nil
        records[id]?.forgetSecretsUnsent()
        records[id]?.noteResignation()
        if let before { reconsiderBets(of: id, after: before) }
        reconsiderDispute(of: id, now: now)
        let adoption = Adoption(signedLog: draft.signedLog, cause: .longer, known: known, superseded: [])
        return Reading(verdict: .adopt(adoption), match: id, sender: .own)
    }

    // MARK: Rules

    /// The rules of a match at the end of a log.
    ///
    /// - Throws: ``TableError/replay(_:)``.
    func rules(at log: SignedLog) throws(TableError) -> MatchRules {
        do throws(ReplayFailure) {
            return try replaying.run { () throws(ReplayFailure) in
                let rules = try stand(log.match, after: log.log.plies, for: .look)
                rules.learn()
                return rules
            }
        } catch {
            throw .replay(error)
        }
    }

    /// The rules of a match at the end of a log, to play on: nobody else looks at these.
    ///
    /// - Throws: ``TableError/replay(_:)``.
    func rulesToPlayOn(at log: SignedLog) throws(TableError) -> MatchRules {
        do throws(ReplayFailure) {
            return try replaying.run { () throws(ReplayFailure) in
                let rules = try stand(log.match, after: log.log.plies, for: .play)
                rules.learn()
                return rules
            }
        } catch {
            throw .replay(error)
        }
    }

    /// Whose turn it is at the end of a log.
    ///
    /// - Throws: ``TableError/replay(_:)``.
    func standing(at log: SignedLog) throws(TableError) -> Standing {
        let rules = try rules(at: log)
        do { return try rules.standing() } catch { throw .replay(error) }
    }

    /// Rules that were replaying what is now ours stand at its end.
    func moved(to log: SignedLog) {
        guard let used = rules.last, used.identity == log.match, used.isAhead else { return }
        // the last replay may have been of a union that the rules refused
        if used.hasReplayed(log.log.plies) { used.stands(at: log.log.plies) }
    }

    private func stand(
        _ identity: MatchIdentity, after plies: [Ply], for use: RulesCache.Use
    ) throws(ReplayFailure) -> MatchRules {
        let id = identity.id
        return try rules.rules(
            of: identity, after: plies, in: records[id]?.signedLog.log.plies, for: use, secrets: secrets(of: id)
        ) { () throws(ReplayFailure) in
            guard let script = shelf.script(identity.script) else { throw .failed("the script isn't here any more") }
            while pool?.hasRoom(for: script.limits.memory) == false, !rules.isEmpty { rules.removeOldest() }
            return try MatchRules(
                identity, of: script, pool: pool, witness: witness, kept: keptDraws[id], secrets: secrets(of: id))
        }
    }

    /// Throws the Lua states of a match away.
    private func putAway(_ match: MatchID) { rules.remove(match) }

    /// What has to hold before something is signed.
    var signingCheck: SigningCheck {
        SigningCheck(shelf: shelf, keptDraws: keptDraws, carrier: carrier, pool: pool, budget: budget)
    }

    /// Throws all Lua states away; they are built again from the logs.
    package func forgetRules() {
        rules.removeAll()
        stranger = nil
        scenes.removeAll()
    }

    /// How many Lua states with rules are in memory, of all matches.
    var rulesStates: Int { rules.count }

    /// What the Lua states hold, in bytes.
    package var memoryUsed: Int { rules.memoryUsed }
}

extension MatchTable: RulesLibrary {
    /// Can this device play a match of that script? `unknownGame` for any game but this one.
    public func support(for game: GameID, script: ScriptDigest) -> RulesSupport {
        guard game == self.game else { return .unknownGame }
        return shelf.script(script) == nil ? .otherVersion : .available
    }

    /// Runs `body` within ``budget``, the time for one message.
    public func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try replaying.run(body) }

    /// The rules of a match behind these plies: kept ones where they fit, else made anew.
    ///
    /// - Throws: ``ReplayFailure``: `refused` for a setup or a ply that the rules don't take, `failed` for a script that
    ///   isn't here, fails or meets a limit.
    public func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        try replaying.run { () throws(ReplayFailure) in try stand(match, after: Array(plies), for: .play) }
    }
}

extension MatchRecord {
    /// What was sealed in drafts that were taken back isn't needed any more.
    mutating func forgetSecretsUnsent() {
        let sent = Set(signedLog.log.plies.compactMap(\.hidden))
        secrets = secrets.filter { sent.contains($0.key) }
    }

    /// A resignation of ours stands in the log: it was sent, from here or from another phone with the same key.
    mutating func noteResignation() {
        guard let seat else { return }
        if signedLog.log.plies.contains(where: { $0.seat == seat && $0.action == .resign }) { hasResigned = true }
    }

    /// Goes on with a log.
    ///
    /// - Parameter url: The message that it came in.
    mutating func adopt(_ adoption: Adoption, from url: String, now: Duration) {
        if let seat { lostWords.note(signedLog, replacedBy: adoption.signedLog, seats: [seat]) }
        signedLog = adoption.signedLog
        let added = signedLog.log.plies.dropFirst(adoption.known)
        // a claim gives nobody more time, least of all against another claim
        if adoption.cause != .longer || !added.allSatisfy(\.isClaim) { changed = now }
        self.url = adoption.cause == .union ? nil : url
        noteResignation()
        superseded =
            owesResignation ? Self.resignation : adoption.superseded.contains(where: \.isMove) ? lastMove : nil
    }
}
