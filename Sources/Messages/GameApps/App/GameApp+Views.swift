import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// What a host shows.
extension GameApp {
    /// The match that a conversation is about.
    public func match(in place: Conversation.ID) -> MatchView? {
        guard let id = current[place], let record = table.records[id], let status = try? table.status(of: id) else {
            return nil
        }
        return MatchView(record: record, status: status, award: (try? table.claims(in: id))?.award)
    }

    /// What the open match waits for before anybody can move; nil once that can be done.
    public func opening(in place: Conversation.ID) -> Opening? {
        current[place].flatMap { (try? table.match($0).opening(using: table.rules)) ?? nil }
    }

    /// What became of the bets of the open match; nil as long as it goes on.
    public func settlement(in place: Conversation.ID) -> Settlement? {
        current[place].flatMap { (try? table.match($0).settlement(using: table.rules)) ?? nil }
    }

    /// What is known of how honestly the secrets of the open match were kept; nil as long as nobody can tell.
    package func audit(in place: Conversation.ID) -> Audit? {
        guard let id = current[place], let audit = try? table.match(id).audit(using: table.rules) else { return nil }
        switch audit.verdict {
        case .open, .provisional: return nil
        case .unopened, .final, .cheated: return audit
        }
    }

    /// The message of the open match that is signed and not sent yet; nil where there is none.
    ///
    /// As long as there is one, its seat has no other legal moves. After a restart the draft field may have lost the message: insert
    /// this one again, or give it up by ``PersonAction/takeBack``. Its url is the one that was inserted, its id is new.
    ///
    /// - Throws: ``AppError`` if the script fails to say or draw what is in it.
    public func draft(at moment: Moment) throws(AppError) -> Message? {
        guard let id = current[moment.place], let draft = table.records[id]?.draft else { return nil }
        return try message(url: draft.url, of: id, from: moment.conversation.localParticipant)
    }

    /// What a bubble shows: the board of its message as everybody may see it. Nothing is adopted by looking.
    public func picture(of message: Message) -> Scene? {
        guard let url = message.url, let log = (try? table.rules.envelope(from: url))?.signedLog else { return nil }
        return (try? table.preview(of: log)) ?? nil
    }

    /// The text of the move that the last message told of, and whether this device's seat made it, if everybody may read it.
    public func lastMove(in place: Conversation.ID) -> (text: String, isOwn: Bool)? {
        guard let view = match(in: place), case let sender = view.record.match.sender(using: table.rules),
            let event = try? view.record.match.event(at: view.record.shown, from: sender, using: table.rules),
            event.kind == .move,
            !event.isSealed, let text = event.text
        else { return nil }
        return (text, event.seat == view.record.seat)
    }

    /// The legal moves of this person, in the open match; none where the script fails, which ``moves(in:)`` tells.
    public func legalMoves(in place: Conversation.ID) -> [Move] { (try? moves(in: place)) ?? [] }

    /// The legal moves of this person, in the open match.
    ///
    /// - Throws: ``SessionError`` if the script fails to list them.
    public func moves(in place: Conversation.ID) throws(SessionError) -> [Move] {
        guard let match = current[place] else { return [] }
        return try table.legalMoves(in: match)
    }

    /// The seat whose view this person sees in the open match; nil for who can only watch.
    package func seatShown(in place: Conversation.ID) -> Int? {
        current[place].flatMap { (try? table.match($0).seatShown(using: table.rules)) ?? nil }
    }

    /// Looks at the rules of the open match, for authors; nil where there is none.
    package func inspect<R>(
        in place: Conversation.ID, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R? {
        guard let id = current[place] else { return nil }
        let match = try table.match(id)
        return try match.look(at: match.shown(using: table.rules), using: table.rules, body)
    }

    /// What this person is asked to do in the open match, by the name of the move that it is said of; what fails says nothing.
    package func prompts(in place: Conversation.ID) -> [String: String] {
        current[place].flatMap { try? table.match($0).prompts(own: token, using: table.rules) } ?? [:]
    }

    /// What the open game shows this person: its start where there is no match yet; nil where the script draws nothing in
    /// this style.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func scene(in place: Conversation.ID, style: PresentationStyle) throws(SessionError) -> Scene? {
        guard let id = current[place] else { return startScene(style: style) }
        return try table.scene(of: id, seat: table.match(id).seatShown(using: table.rules), style: style, own: token)
    }

    /// What a game shows before there is a match: its title and a Start button; expanded, also what it is about and what
    /// can be chosen.
    private func startScene(style: PresentationStyle) -> Scene? {
        var children: [Value] = [["kind": "text", "text": .string(script.title), "style": "title"]]
        if style != .compact {
            if !script.summary.isEmpty { children.append(["kind": "text", "text": .string(script.summary)]) }
            for option in script.options {
                let standard = GameOption.text(option.standard)
                let help = option.help.isEmpty ? "" : ": \(option.help)"
                children.append([
                    "kind": "text", "style": "quiet",
                    "text": .string("\(option.name) \(standard) (\(option.choices))\(help)"),
                ])
            }
        }
        children.append(["kind": "button", "label": "Start", "play": "start"])
        return try? Scene(value: ["kind": "stack", "nodes": .array(children)])
    }

    /// What a seat is called here: a name once it is confirmed.
    public func name(of seat: Int, in record: MatchRecord) -> String {
        let roster = record.signedLog.roster
        if record.seat == seat { return "you" }
        if let participant = record.who.participant(on: seat, of: roster),
            let name = askHost({ $0.name(of: participant) })
        {
            return name
        }
        return record.who.label(of: seat, in: roster)
    }

    /// Where the pictures of the open match come from, for ``SceneContext/images``.
    public func images(in place: Conversation.ID) -> SceneImages { table.images(of: current[place]) }

    // MARK: Memory

    /// How much is held of this game's pictures.
    package var imagesHeld: AssetStore.Held { table.assets.held(of: script.folder.url) }

    /// How much the game holds, in bytes: its Lua states, and the files that are loaded.
    public var memoryUsed: Int {
        table.memoryUsed + stickers.loadedBytes + imagesHeld.bytes + instances.values.reduce(0) { $0 + $1.memoryUsed }
    }

    /// Gives back what nobody uses: rules that can be built again, and what scripts no longer reach. For when memory runs
    /// short, after ``Callback/didReceiveMemoryWarning``.
    public func giveBackMemory() {
        table.forgetRules()
        for instance in instances.values { instance.collect() }
    }

    /// Is there less left in the pool than one more state may take, with so many bytes more in use?
    package func isShortOfMemory(with more: Int = 0) -> Bool {
        pool.leased + min(max(0, more), pool.limit) > max(pool.limit / 2, pool.limit - script.limits.memory)
    }

    /// When an instance was used last: a number that grows with every use of one; nil if it doesn't run.
    package func lastUse(of id: InstanceID) -> Int? { instances[id]?.lastUse }

    /// What an instance holds, in bytes.
    package func memoryUsed(by id: InstanceID) -> Int { instances[id]?.memoryUsed ?? 0 }

    /// May a bet still be offered in the open match?
    public func takesBets(in place: Conversation.ID) -> Bool {
        guard let id = current[place] else { return false }
        do {
            return try table.match(id).betRefusal(using: table.rules) == nil
        } catch {
            return false
        }
    }
}
