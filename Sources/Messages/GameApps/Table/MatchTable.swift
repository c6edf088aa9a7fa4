import Conversations
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// The matches of one game on one device: a session for each, with where it is played, and what asking them takes.
///
/// Everything that comes from outside goes through ``read(_:from:chat:session:now:)``, the protocol's table; everything that
/// is to leave becomes a ``Draft`` first and counts once it was sent.
public final class MatchTable {
    /// What a participant can do in a match beside moving.
    public typealias Act = SessionAct

    /// The game whose matches these are: a message of another one is never adopted.
    public let game: GameID
    /// What is known of each match.
    public package(set) var records: [MatchID: MatchRecord] = [:]
    /// The rules of the matches that are in use, and what was read and drawn last.
    public let rules: SessionRules
    /// Holds the pictures that the matches draw.
    let assets: AssetStore
    var matchImages: [MatchID: MatchImages] = [:]

    /// - Parameters:
    ///   - shelf: The versions of the game that this device has.
    ///   - pool: What all Lua states share.
    ///   - keptRules: How many Lua states are kept for rules; a match that is in use has two.
    ///   - budget: What reading one message may take.
    ///   - assets: Holds the pictures of all games of a host.
    public init(
        game: GameID, shelf: ScriptVersions, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil,
        keptRules: Int = 4,
        budget: ProcessorBudget = .message, assets: AssetStore = AssetStore()
    ) {
        self.game = game
        self.assets = assets
        rules = SessionRules(shelf, carrier: carrier, pool: pool, keptRules: keptRules, budget: budget)
    }

    /// How urls begin, and how large they may be.
    public var carrier: MessageURLCoder { rules.carrier }

    /// What reading one message may take.
    public var budget: ProcessorBudget {
        get { rules.budget }
        set { rules.budget = newValue }
    }

    /// Goes on with the matches and scripts of the table before an update of the game.
    func takeOver(_ before: MatchTable) {
        records = before.records
        rules.keptDraws = before.rules.keptDraws
        for script in before.rules.shelf.all { rules.add(script) }
        rules.witness = before.rules.witness
    }

    // MARK: Reading

    /// What became of a message.
    public struct Reading: Sendable {
        /// What the protocol's table says of it.
        public var verdict: Verdict
        /// The match that it belongs to, if it could be read so far.
        public let match: MatchID?
        /// What it tells about its sender.
        public var sender: ParticipantDirectory<Participant>.Finding?
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
        // what nobody has opened yet, and what was refused, isn't worth a Lua state
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

    /// A bet is taken of who is known to be its bettor: a participant has one key, a seat's or a bettor's.
    private func take(_ bet: Bet, in id: MatchID, _ sender: ParticipantDirectory<Participant>.Finding?) -> String? {
        guard let record = records[id] else { return "there is no such match" }
        guard record.match.publicKey == bet.bettor.key || sender == .confirmed || sender == .known else {
            return "who sent it plays, bets with another key, or isn't the bettor"
        }
        return records[id]?.match.take(bet, using: rules)?.text
    }

    /// Our own draft went out, if the url is that of one.
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

    /// Begins a match. Nobody knows of it until a draft of it is sent.
    ///
    /// - Parameters:
    ///   - token: The name that the inviter's seat shows.
    ///   - options: What differs from the defaults.
    /// - Throws: ``SessionError`` for options or a number of seats that the game doesn't take.
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

    /// The most matches of one conversation that nobody was told of.
    static let mostUntold = 16

    /// Of too many matches that nobody was told of, the oldest is forgotten, unless something of it waits to be sent.
    private func makeRoom(in chat: Chat.ID) throws(SessionError) {
        let untold = records.values.filter { $0.chat == chat && $0.url == nil && $0.seat != nil }
        guard untold.count >= Self.mostUntold else { return }
        let idle = untold.filter { $0.draft == nil }
        guard let oldest = idle.min(by: { ($0.changed, "\($0.id)") < ($1.changed, "\($1.id)") }) else {
            throw .request(
                "\(Self.mostUntold) matches wait here to be sent: send one, or take its draft back, before beginning another."
            )
        }
        records[oldest.id] = nil
    }

    /// Signs a move of this device's seat; in a match for two whose other seat is open, the move joins first. While the
    /// seat is to move again behind its own draft, the draft grows: what a seat does in a row is one message.
    ///
    /// - Parameters:
    ///   - text: The move's text.
    ///   - token: The name that the seat shows if it joins.
    /// - Throws: ``SessionError``; the match, and a draft that was there, are as they were.
    public func play(
        _ text: String, in id: MatchID, token: DisplayName, joining key: SeatKey = SeatKey()
    ) throws(SessionError) -> Draft {
        try change(id) { match throws(SessionError) in
            try match.play(.text(text), as: token, joining: key, using: rules)
        }
    }

    /// Signs something else than a move: an invitation, a resignation, a claim, the start of a group's match, the end.
    ///
    /// - Throws: ``SessionError``.
    public func act(
        _ act: Act, in id: MatchID, token: DisplayName, joining key: SeatKey = SeatKey()
    ) throws(SessionError) -> Draft {
        try change(id) { match throws(SessionError) in try match.act(act, as: token, joining: key, using: rules) }
    }

    /// The person deleted the draft: another ply may be signed on its head, unless something was seen that it shows.
    public func cancelDraft(of id: MatchID) { records[id]?.match.cancelDraft() }

    /// The url of the match as it stands, to be sent again; also by a device that has no seat in it.
    ///
    /// - Throws: ``SessionError`` for a match that nobody was told of.
    public func urlToSendAgain(_ id: MatchID) throws(SessionError) -> String {
        try change(id) { match throws(SessionError) in try match.urlToSendAgain(using: rules) }
    }

    /// Goes on with the other log of a match that is disputed: the person's own choice, which tells nobody anything until
    /// this seat builds on it.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    public func goOnWithTheirs(in id: MatchID, now: Duration) throws(SessionError) {
        try change(id) { match throws(SessionError) in try match.goOnWithTheirs(now: now, using: rules) }
    }

    /// Changes a match, or throws and leaves it as it was.
    private func change<R>(
        _ id: MatchID, _ body: (inout MatchSession) throws(SessionError) -> R
    ) throws(SessionError) -> R {
        var match = try match(id)
        let result = try body(&match)
        records[id]?.match = match
        return result
    }

    /// The session of a match: with ``rules`` it says all that can be known of it.
    ///
    /// - Throws: ``SessionError`` for a match that isn't here.
    public func match(_ id: MatchID) throws(SessionError) -> MatchSession {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return record.match
    }

    // MARK: Views

    /// Where a match stands, with the draft of this device if there is one.
    ///
    /// - Throws: ``SessionError``.
    public func status(of id: MatchID) throws(SessionError) -> MatchStatus {
        try match(id).status(using: rules)
    }

    /// What a log is of: the match that is known, or one that isn't.
    package func session(of log: SignedLog) -> MatchSession { records[log.match.id]?.match ?? MatchSession(log) }

    /// The legal moves of this device's seat, or of the open seat that it could take; none while a draft waits, unless the
    /// seat is to move again behind it. A seat that can do nothing but open what it has sealed has that for its one move.
    public func legalMoves(in id: MatchID) throws(SessionError) -> [Move] {
        try records[id]?.match.legalMoves(using: rules) ?? []
    }

    /// Is there nothing to do for this device's person but to send what the seat owes, drafted or not?
    package func hasOnlyToAnswer(in id: MatchID) -> Bool {
        records[id]?.match.hasOnlyToAnswer(using: rules) ?? false
    }

    /// How many moves of a draft stand whatever its person wants now.
    package func movesSeen(inDraftOf id: MatchID) -> Draft.Seen {
        guard let match = records[id]?.match, !match.draftIsStale else { return .none }
        return match.draft?.seen ?? .none
    }

    /// The scene of this device's view, or nil where the script draws none.
    ///
    /// - Throws: ``SessionError``; also for a scene that can't be read.
    public func scene(of id: MatchID, seat: Int?, style: PresentationStyle) throws(SessionError) -> Scene? {
        try scene(of: id, seat: seat, style: style, own: nil)
    }

    /// The same on the device of who may be about to take the seat, and knows what they are called.
    package func scene(
        of id: MatchID, seat: Int?, style: PresentationStyle, own token: DisplayName?
    ) throws(SessionError) -> Scene? {
        let match = try match(id)
        return try match.scene(
            at: match.shown(using: rules), seat: seat, style: style.rawValue, own: token, using: rules)
    }

    /// What a log looks like to a spectator, known here or not.
    ///
    /// - Throws: ``SessionError`` for a log that the rules refuse.
    func preview(of log: SignedLog) throws(SessionError) -> Scene? {
        try rules.replaying.run { () throws(SessionError) in
            try session(of: log).scene(at: log, seat: nil, style: PresentationStyle.transcript.rawValue, using: rules)
        }
    }

    /// What a message of a match looks like to everybody: the spectator's view.
    ///
    /// - Parameters:
    ///   - log: What the message holds: its picture and its words are of that, whatever this device has drafted or read since.
    ///   - sender: The seat that the message is from, 0 for nobody's: it tells of what that seat did.
    ///   - bet: A bet that the message offers, and what to call its bettor: the message tells of it then.
    ///   - asking: The open seat that the message asks for, and who does: it tells of that then.
    ///   - names: What to call a seat: `$<UUID>` of a participant, or words.
    /// - Throws: ``SessionError``.
    public func bubble(
        of id: MatchID, at log: SignedLog, from sender: Int, offering bet: (bet: Bet, bettor: String)? = nil,
        asking: (seat: Int, person: String)? = nil, names: (Int) -> String
    ) throws(SessionError) -> Bubble {
        try match(id).bubble(
            at: log, from: sender, offering: bet, asking: asking, images: images(of: id), names: names, using: rules)
    }

    /// Who has left a match as it is shown here, which claims stand, and how it reads by them.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func claims(in id: MatchID) throws(SessionError) -> StandingClaims {
        try match(id).claims(using: rules)
    }

    // MARK: Memory

    /// Throws all Lua states away; they are built again from the logs.
    package func forgetRules() { rules.forget() }

    /// What the Lua states hold, in bytes.
    package var memoryUsed: Int { rules.memoryUsed }
}

// The pictures that matches draw.
extension MatchTable {
    /// Where the pictures of a match come from. Those of one that is over aren't held.
    ///
    /// - Parameter id: Nil for what is drawn of no match.
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

    /// With so many matches it is looked which of them are gone.
    private static let mostMatchImages = 256

    /// The match may have ended: then its pictures are released.
    func releaseImagesIfOver(_ id: MatchID) {
        if matchImages[id] != nil, isOver(id) { matchImages[id] = nil }
    }

    /// A match whose script fails goes on.
    private func isOver(_ id: MatchID) -> Bool { (try? status(of: id))?.outcome != nil }
}
