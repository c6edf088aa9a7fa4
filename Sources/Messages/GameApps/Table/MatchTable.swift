import Conversations
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// The matches of one game on one device: a session for each, its conversation, and the rules that
/// evaluate it.
///
/// Everything from outside goes through ``read(_:from:chat:session:now:)``. Everything that this
/// device sends is first a ``Draft``. A draft becomes a part of the match when it is sent.
public final class MatchTable {
    /// An action of a participant in a match, other than a move.
    public typealias Act = SessionAct

    /// The game of these matches. Messages of other games are never adopted.
    public let game: GameID
    /// The record of each match.
    public package(set) var records: [MatchID: MatchRecord] = [:]
    /// The rules of the matches in use, and the latest results of reading and rendering.
    public let rules: SessionRules
    /// The cache of the pictures that the matches draw.
    let assets: AssetStore
    var matchImages: [MatchID: MatchImages] = [:]

    /// - Parameters:
    ///   - shelf: The versions of the game on this device.
    ///   - pool: The memory pool of all Lua states.
    ///   - keptRules: The number of Lua states cached for rules. A match in use needs two.
    ///   - budget: The processor time for reading one message.
    ///   - assets: The cache of the pictures of all games of a host.
    public init(
        game: GameID, shelf: ScriptVersions, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil,
        keptRules: Int = 4,
        budget: ProcessorBudget = .message, assets: AssetStore = AssetStore()
    ) {
        self.game = game
        self.assets = assets
        rules = SessionRules(shelf, carrier: carrier, pool: pool, keptRules: keptRules, budget: budget)
    }

    /// The coder of message urls, with their prefix and their largest size.
    public var carrier: MessageURLCoder { rules.carrier }

    /// The processor time for reading one message.
    public var budget: ProcessorBudget {
        get { rules.budget }
        set { rules.budget = newValue }
    }

    /// Takes over the matches and scripts from `before`, the table of the game's version before an
    /// update.
    func takeOver(_ before: MatchTable) {
        records = before.records
        rules.keptDraws = before.rules.keptDraws
        for script in before.rules.shelf.all { rules.add(script) }
        rules.witness = before.rules.witness
    }

    // MARK: Reading

    /// The result of reading a message.
    public struct Reading: Sendable {
        /// The verdict of the protocol.
        public var verdict: Verdict
        /// The match of the message, or nil if it couldn't be determined.
        public let match: MatchID?
        /// The conclusion from the message about the seat of its sender.
        public var sender: ParticipantDirectory<Participant>.Finding?
        /// The reason why the offered bet was rejected. Nil if the bet was accepted, or if the
        /// message offers no bet.
        public var betRefusal: String?
        /// Whether a different log was adopted.
        public var isNews: Bool {
            if case .adopt = verdict { true } else { false }
        }
    }

    /// Reads a url by the protocol's table of verdicts, and adopts its log if the verdict is `adopt`.
    /// Reading the same url again changes nothing.
    ///
    /// - Parameters:
    ///   - sender: The sender that the host reported. Nil if the host reported none, for example
    ///     because this device sent the message.
    ///   - chat: The conversation in which the message was seen. A new match is assigned to it.
    ///   - now: The time of this device's clock.
    public func read(
        _ url: String, from sender: Participant?, chat: Chat.ID, session: Session, now: Duration
    ) -> Reading {
        rules.replaying.run { take(url, from: sender, chat: chat, session: session, now: now) }
    }

    private func take(
        _ url: String, from sender: Participant?, chat: Chat.ID, session: Session, now: Duration
    ) -> Reading {
        let envelope: Envelope
        do {
            envelope = try rules.envelope(from: url)
        } catch {
            return Reading(verdict: Verdict(error), match: nil)
        }
        let id = envelope.signedLog.match.id
        let isKnown = records[id] != nil
        // cache no Lua state for a match that was unknown: nobody has opened the match yet
        defer { if !isKnown { rules.forget(id) } else { releaseImagesIfOver(id) } }
        if let reading = sent(url, id, now) { return reading }
        guard envelope.signedLog.match.game == game else {
            return Reading(verdict: rules.verdict(on: envelope, known: records[id]?.match), match: nil)
        }
        let verdict: Verdict
        if var record = records[id] {
            verdict = record.match.receive(
                envelope, in: url, from: sender?.uuid.uuidString, now: now, using: rules)
            records[id] = record
        } else {
            let opened = MatchSession.opened(by: envelope, in: url, now: now, using: rules)
            verdict = opened.verdict
            if let match = opened.session { records[id] = MatchRecord(match, chat: chat, session: session) }
        }
        var reading = Reading(verdict: verdict, match: records[id] == nil ? nil : id)
        guard verdict.isRead else { return reading }
        if let sender { reading.sender = records[id]?.who.note(envelope, from: sender) }
        if let bet = envelope.bet { reading.betRefusal = take(bet, in: id, reading.sender) }
        return reading
    }

    /// Accepts a bet only from a sender who is known to be its bettor. Returns the reason for a
    /// rejection; nil if the bet is accepted. A participant has only one key, either as a seat or as
    /// a bettor.
    private func take(_ bet: Bet, in id: MatchID, _ sender: ParticipantDirectory<Participant>.Finding?) -> String? {
        guard let record = records[id] else { return "there is no such match" }
        guard record.match.publicKey == bet.bettor.key || sender == .confirmed || sender == .known else {
            return "the sender plays, bets with another key, or isn't the bettor"
        }
        return records[id]?.match.take(bet, using: rules)?.text
    }

    /// If this is the url of this device's draft, records that the draft was sent.
    private func sent(_ url: String, _ id: MatchID, _ now: Duration) -> Reading? {
        guard var match = records[id]?.match, let draft = match.draft, draft.url == url,
            draft.base == match.signedLog.head || draft.bet != nil
        else { return nil }
        defer { records[id]?.match = match }
        if let offer = draft.bet {
            let refusal = match.offer(offer, using: rules)
            return Reading(
                verdict: refusal.map { .betRefused(offer.bet, $0) } ?? .bet(offer.bet), match: id, sender: .own,
                betRefusal: refusal?.description)
        }
        return match.send(now: now, using: rules).map { Reading(verdict: .adopt($0), match: id, sender: .own) }
    }

    // MARK: Acts

    /// Starts a match. Others don't know of the match until a draft in it is sent.
    ///
    /// - Parameters:
    ///   - token: The display name of the inviter's seat.
    ///   - options: The options that differ from their defaults.
    /// - Throws: ``SessionError`` if the game rejects the options or the number of seats.
    public func begin(
        as token: DisplayName, seats: Int? = nil, options: [String: Value] = [:], chat: Chat.ID, session: Session,
        id: MatchID = .random(), key: SeatKey = SeatKey(), now: Duration
    ) throws(SessionError) -> MatchID {
        let match = try MatchSession.begun(
            as: token, seats: seats, options: options, id: id, key: key, now: now, using: rules)
        try makeRoom(in: chat)
        records[id] = MatchRecord(match, chat: chat, session: session)
        return id
    }

    /// The most matches of one conversation that nobody else knows of.
    static let mostUntold = 16

    /// If a conversation has too many matches that nobody else knows of, forgets the oldest of them
    /// that has no draft.
    private func makeRoom(in chat: Chat.ID) throws(SessionError) {
        let untold = records.values.filter { $0.chat == chat && $0.url == nil && $0.seat != nil }
        guard untold.count >= Self.mostUntold else { return }
        let idle = untold.filter { $0.draft == nil }
        guard let oldest = idle.min(by: { ($0.changed, "\($0.id)") < ($1.changed, "\($1.id)") }) else {
            throw .request(.tooManyUnsent(Self.mostUntold))
        }
        records[oldest.id] = nil
    }

    /// Signs a move of this device's seat. If this device has no seat in a match for two, a join
    /// before the move takes the free seat. If the seat is to move again after its own draft, the
    /// move is added to the draft, so consecutive moves are one message.
    ///
    /// - Parameters:
    ///   - text: The move's text.
    ///   - token: The display name of the seat if it joins.
    /// - Throws: ``SessionError``. The match and its draft are then unchanged.
    public func play(
        _ text: String, in id: MatchID, token: DisplayName, joining key: SeatKey = SeatKey()
    ) throws(SessionError) -> Draft {
        try change(id) { match throws(SessionError) in
            try match.play(.text(text), as: token, joining: key, using: rules)
        }
    }

    /// Signs an act other than a move, for example an invitation, a resignation, a claim, or the
    /// start of a group's match.
    ///
    /// - Throws: ``SessionError``.
    public func act(
        _ act: Act, in id: MatchID, token: DisplayName, joining key: SeatKey = SeatKey()
    ) throws(SessionError) -> Draft {
        try change(id) { match throws(SessionError) in try match.act(act, as: token, joining: key, using: rules) }
    }

    /// Discards a draft that the person deleted. The seat may then sign another ply on the same
    /// head, unless the person saw what the draft revealed.
    public func cancelDraft(of id: MatchID) { records[id]?.match.cancelDraft() }

    /// Returns the url of the current match to send it again. A device without a seat can do this,
    /// too.
    ///
    /// - Throws: ``SessionError`` for a match that nobody else knows of.
    public func urlToSendAgain(_ id: MatchID) throws(SessionError) -> String {
        try change(id) { match throws(SessionError) in try match.urlToSendAgain(using: rules) }
    }

    /// Adopts the other log of a disputed match, by choice of the person. Other devices learn of
    /// the choice only when this seat adds a ply to the other log.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    public func goOnWithTheirs(in id: MatchID, now: Duration) throws(SessionError) {
        try change(id) { match throws(SessionError) in try match.goOnWithTheirs(now: now, using: rules) }
    }

    /// Changes a match, or throws and leaves it unchanged.
    private func change<R>(
        _ id: MatchID, _ body: (inout MatchSession) throws(SessionError) -> R
    ) throws(SessionError) -> R {
        var match = try match(id)
        let result = try body(&match)
        records[id]?.match = match
        return result
    }

    /// Returns the session of a match.
    ///
    /// - Throws: ``SessionError`` for an unknown match.
    public func match(_ id: MatchID) throws(SessionError) -> MatchSession {
        guard let record = records[id] else { throw .request(.noMatch) }
        return record.match
    }

    /// Returns a reader of a match, which answers all queries about it.
    ///
    /// - Throws: ``SessionError`` for an unknown match.
    public func reader(of id: MatchID) throws(SessionError) -> SessionReader { try match(id).reader(using: rules) }

    // MARK: Views

    /// Returns the status of a match, including this device's draft if there is one.
    ///
    /// - Throws: ``SessionError``.
    public func status(of id: MatchID) throws(SessionError) -> MatchStatus {
        try reader(of: id).status()
    }

    /// Returns a reader of a log's match, or of a new session if the match is unknown.
    package func reader(of log: SignedLog) -> SessionReader {
        (records[log.match.id]?.match ?? MatchSession(log)).reader(using: rules)
    }

    /// Returns the legal moves of this device's seat, or of the free seat that it could take. While
    /// a draft waits, the list is empty unless the seat is to move again after the draft. If the
    /// seat can only send plies that it owes, such as a reveal, the list has one move, which sends
    /// these plies.
    public func legalMoves(in id: MatchID) throws(SessionError) -> [Move] {
        try records[id]?.match.reader(using: rules).legalMoves() ?? []
    }

    /// Returns whether the person has no choice and can only send the plies that the seat owes, for
    /// example reveals. These plies may already be drafted.
    package func hasOnlyToAnswer(in id: MatchID) -> Bool {
        records[id]?.match.reader(using: rules).hasOnlyToAnswer() ?? false
    }

    /// Returns the moves of a draft that can't be undone, because they revealed something that the
    /// person has seen.
    package func movesSeen(inDraftOf id: MatchID) -> Draft.Seen {
        guard let match = records[id]?.match, !match.draftIsStale else { return .none }
        return match.draft?.seen ?? .none
    }

    /// Returns the scene of this device's view, or nil if the script draws none.
    ///
    /// - Throws: ``SessionError``, for example for an unreadable scene.
    public func scene(of id: MatchID, seat: Int?, style: PresentationStyle) throws(SessionError) -> Scene? {
        try scene(of: id, seat: seat, style: style, own: nil)
    }

    /// Returns the scene for a person who may be about to take the seat, with their display name.
    package func scene(
        of id: MatchID, seat: Int?, style: PresentationStyle, own token: DisplayName?
    ) throws(SessionError) -> Scene? {
        let reader = try reader(of: id)
        return try reader.scene(at: reader.shown(), seat: seat, style: style.rawValue, own: token)
    }

    /// Returns the spectator's scene of a log, whether its match is known here or not.
    ///
    /// - Throws: ``SessionError`` if the rules reject the log.
    func preview(of log: SignedLog) throws(SessionError) -> Scene? {
        try rules.replaying.run { () throws(SessionError) in
            try reader(of: log).scene(at: log, seat: nil, style: PresentationStyle.transcript.rawValue)
        }
    }

    /// Returns the look of a message of a match, from the spectator's view.
    ///
    /// - Parameters:
    ///   - log: The log that the message holds. The picture and the words show this log, without
    ///     anything that this device has drafted or read since.
    ///   - sender: The seat that sent the message, or 0 for nobody. The words describe what that
    ///     seat did.
    ///   - bet: A bet that the message offers, and the name of its bettor. If present, the words
    ///     describe the bet.
    ///   - asking: The free seat that the message asks for, and the name of the person. If present,
    ///     the words describe the request.
    ///   - names: Returns the name of a seat: `$<UUID>` of a participant, or words.
    /// - Throws: ``SessionError``.
    public func bubble(
        of id: MatchID, at log: SignedLog, from sender: Int, offering bet: (bet: Bet, bettor: String)? = nil,
        asking: (seat: Int, person: String)? = nil, names: (Int) -> String
    ) throws(SessionError) -> Bubble {
        try reader(of: id).bubble(
            at: log, from: sender, offering: bet, asking: asking, images: images(of: id), names: names)
    }

    /// Returns the seats that have left the shown match, the open claims, and the award that follows
    /// from these claims.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func claims(in id: MatchID) throws(SessionError) -> StandingClaims {
        try reader(of: id).claims()
    }

    // MARK: Memory

    /// Discards all Lua states. They are rebuilt from the logs when they are needed.
    package func forgetRules() { rules.forget() }

    /// The memory of the Lua states in bytes.
    package var memoryUsed: Int { rules.memoryUsed }
}

// The pictures that matches draw.
extension MatchTable {
    /// Returns the source of a match's pictures. The pictures of a match that is over aren't
    /// cached.
    ///
    /// - Parameter id: The match, or nil for pictures outside a match.
    package func images(of id: MatchID?) -> SceneImages {
        let folder = rules.installed.folder.url
        guard let id, records[id] != nil, !isOver(id) else {
            if let id { matchImages[id] = nil }
            return assets.images(of: folder, isKept: false).forDrawing
        }
        if let images = matchImages[id] { return images.forDrawing }
        if matchImages.count >= Self.mostMatchImages {
            matchImages = matchImages.filter { records[$0.key] != nil && !isOver($0.key) }
        }
        let images = assets.images(of: folder)
        matchImages[id] = images
        return images.forDrawing
    }

    /// The most cached sources. If there are more, the sources of missing and finished matches are
    /// removed.
    private static let mostMatchImages = 256

    /// Releases the pictures of a match if it is over.
    func releaseImagesIfOver(_ id: MatchID) {
        if matchImages[id] != nil, isOver(id) { matchImages[id] = nil }
    }

    /// Returns whether the match is over. If the script of the match fails, returns false.
    private func isOver(_ id: MatchID) -> Bool { (try? status(of: id))?.outcome != nil }
}
