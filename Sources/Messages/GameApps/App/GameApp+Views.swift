import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// Views for the host.
extension GameApp {
    /// Returns the open match of a conversation: the last match that was read or started there.
    public func match(in place: Conversation.ID) -> MatchView? {
        guard let id = data.current[place], let record = table.records[id], let status = try? table.status(of: id)
        else { return nil }
        return MatchView(record: record, status: status, award: (try? table.claims(in: id))?.award)
    }

    /// Returns the free seats for which the open match waits before anybody can move. Nil if the
    /// match waits for no free seat, or if there is no match.
    public func opening(in place: Conversation.ID) -> FreeSeats? {
        data.current[place].flatMap { (try? table.reader(of: $0).opening()) ?? nil }
    }

    /// Returns the settlement of the open match's bets, or nil while the match isn't over.
    public func settlement(in place: Conversation.ID) -> Settlement? {
        data.current[place].flatMap { (try? table.reader(of: $0).settlement()) ?? nil }
    }

    /// Returns the audit of the open match's secrets. Nil if nothing was sealed or the match isn't
    /// over.
    package func audit(in place: Conversation.ID) -> Audit? {
        guard let id = data.current[place], let audit = try? table.reader(of: id).audit() else {
            return nil
        }
        switch audit.verdict {
        case .open, .provisional: return nil
        case .unopened, .final, .cheated: return audit
        }
    }

    /// Returns the message of the open match that is signed but not sent, or nil.
    ///
    /// While the draft exists, its seat has no legal moves, unless the seat is to move again after
    /// the draft. After a restart the draft field may have lost the message. In that case insert
    /// the returned message, or discard the draft with ``PersonAction/takeBack``. The returned
    /// message has the url of the lost message, but a new id.
    ///
    /// - Throws: ``AppError`` if the script fails to describe or draw the message.
    public func draft(at moment: HostContext) throws(AppError) -> Message? {
        guard let id = data.current[moment.place], let draft = table.records[id]?.draft else { return nil }
        return try composer.message(url: draft.url, of: id, from: moment.conversation.localParticipant)
    }

    /// Returns the board of a message as everybody may see it. The message isn't read, so its log
    /// isn't adopted.
    public func picture(of message: Message) -> Scene? {
        guard let url = message.url, let log = (try? table.rules.envelope(from: url))?.signedLog else { return nil }
        return (try? table.preview(of: log)) ?? nil
    }

    /// Returns the text of the last message's move, and whether this device's seat made it. Nil if
    /// the move isn't public.
    public func lastMove(in place: Conversation.ID) -> (text: String, isOwn: Bool)? {
        guard let view = match(in: place), case let reader = view.record.match.reader(using: table.rules),
            let event = try? reader.event(at: view.record.shown, from: reader.sender()),
            event.kind == .move,
            !event.isSealed, let text = event.text
        else { return nil }
        return (text, event.seat == view.record.seat)
    }

    /// Returns the legal moves of this person in the open match, or an empty list if the script
    /// fails. ``moves(in:)`` throws an error in that case.
    public func legalMoves(in place: Conversation.ID) -> [Move] { (try? moves(in: place)) ?? [] }

    /// Returns the legal moves of this person in the open match.
    ///
    /// - Throws: ``SessionError`` if the script fails to list them.
    public func moves(in place: Conversation.ID) throws(SessionError) -> [Move] {
        guard let match = data.current[place] else { return [] }
        return try table.legalMoves(in: match)
    }

    /// Returns the seat whose view this person sees in the open match, or nil for a spectator.
    package func seatShown(in place: Conversation.ID) -> Int? {
        data.current[place].flatMap { (try? table.reader(of: $0).seatShown()) ?? nil }
    }

    /// Runs `body` on the rules of the open match, for authors. Returns nil without a match.
    package func inspect<R>(
        in place: Conversation.ID, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R? {
        guard let id = data.current[place] else { return nil }
        let reader = try table.reader(of: id)
        return try reader.look(at: reader.shown(), body)
    }

    /// Returns the script's prompts for this person's moves in the open match, by the name of the
    /// move. Empty if the script fails.
    package func prompts(in place: Conversation.ID) -> [String: String] {
        data.current[place].flatMap { try? table.reader(of: $0).prompts(own: token) } ?? [:]
    }

    /// Returns the scene of the open game for this person. Without a match this is the start scene.
    /// Nil if the script draws nothing in this style.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func scene(in place: Conversation.ID, style: PresentationStyle) throws(SessionError) -> Scene? {
        guard let id = data.current[place] else { return startScene(style: style) }
        return try table.scene(of: id, seat: table.reader(of: id).seatShown(), style: style, own: token)
    }

    /// Returns the scene of a game without a match: its title and a Start button. Unless the style
    /// is compact, the scene also has the summary and the options.
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

    /// Returns the name of a seat on this device: "you"; the host's name for the person who is
    /// known to play the seat; or the seat's label.
    public func name(of seat: Int, in record: MatchRecord) -> String { notices.name(of: seat, in: record) }

    /// Returns a line with both versions of a disputed match and the names of the seats that signed
    /// both, or nil without a dispute.
    public func disputeLine(of match: MatchID) -> String? { notices.disputeLine(of: match) }

    /// Returns whether a notice is still true. A notice about a request for a seat or about a claim
    /// is outdated after the match has changed.
    package func holds(_ notice: Notice) -> Bool {
        guard let position = notice.position else { return true }
        return table.records[position.match]?.signedLog.head == position.head
    }

    /// Returns the source of the open match's pictures, for ``SceneContext/images``.
    public func images(in place: Conversation.ID) -> SceneImages { table.images(of: data.current[place]) }

    /// Returns whether a bet can still be offered in the open match.
    public func takesBets(in place: Conversation.ID) -> Bool {
        guard let id = data.current[place] else { return false }
        do {
            return try table.reader(of: id).betRefusal() == nil
        } catch {
            return false
        }
    }

    // MARK: Memory

    /// The number and size of this game's cached pictures.
    package var imagesHeld: AssetStore.Held { table.assets.held(of: script.folder.url) }

    /// The memory of the game in bytes: its Lua states and the loaded files.
    public var memoryUsed: Int {
        table.memoryUsed + stickers.loadedBytes + imagesHeld.bytes + instances.memoryUsed
    }

    /// Frees unused memory: the rules, which can be rebuilt, and the garbage of scripts. Call this
    /// function when memory is short, after ``Callback/didReceiveMemoryWarning``.
    public func giveBackMemory() {
        table.forgetRules()
        instances.collect()
    }
}
