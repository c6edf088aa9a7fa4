import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation

// The actions of the commands of a conversation.
extension PhonesMode {
    func dismiss() throws {
        guard let main = device.runningInstances(of: game).first(where: { $0.kind == .main }) else {
            throw DeviceError.stimulus(.notOpen)
        }
        try stimulate(.dismiss(main))
    }

    func type(_ words: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            try phone.type(words, in: chat)
            if !isSlow, phone.style(of: game) == .expanded {
                try phone.perform(.collapse, of: game, in: chat)  // shows the draft field
            }
        }
        say("The words stand in \(person)'s draft field: `send` sends them.", .quiet)
    }

    /// Touches the Start button of a game without a match, or starts a group's match.
    func start() throws {
        let match = device.match(of: game, in: chat)
        guard match == nil || match?.status.outcome != nil || match?.isAwarded == true else {
            return try act(.draft(.start))
        }
        // the button knows no options
        try options.isEmpty ? touch("start") : act(.begin(options: options))
    }

    func claim() throws {
        guard let match = device.match(of: game, in: chat), !match.status.turn.isEmpty else {
            throw ChatRefusal("Nobody is to move.")
        }
        guard let seat = match.status.turn.first(where: { $0 != match.record.seat }) else {
            throw ChatRefusal("It is your own turn: there is nobody to claim against.")
        }
        try act(.draft(.claim(seat)))
    }

    func stimulate(_ stimulus: Stimulus) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if !isSlow, stimulus.isOfDraft, phone.style(of: game) == .expanded {
                try phone.perform(.collapse, of: game, in: chat)  // shows the draft field
            }
            try phone.perform(stimulus, of: game, in: chat)
        }
    }

    func act(_ act: PersonAction) throws {
        try isSlow ? carryOut(act, as: person, opening: false) : actQuickly(act, as: person)
    }

    func sit(_ name: String) throws {
        let lowered = name.lowercased()
        guard let found = world.people.first(where: { $0.lowercased() == lowered }) else {
            let nearest = NearestName.of(name, in: world.people).map { " Did you mean '\($0)'?" } ?? ""
            throw ChatRefusal("There is no \(name.excerpt(atMost: 40)) here.\(nearest)")
        }
        guard found != person else { return }
        if let drafted = unsent(of: person) { say("\(drafted) stays drafted on \(person)'s phone.", .quiet) }
        person = found
    }

    func tap(_ wish: TapWish) throws {
        switch wish {
        case .bubble(let count): try tapBubble(count)
        case .move(let move, let count): try touch(move, inBubble: count)
        }
    }

    private func tapBubble(_ count: Int) throws {
        let bubble = try bubble(count)
        let outcome = try world.perform(as: person) { phone throws(DeviceError) in try phone.tap(bubble, in: chat)
        }
        switch outcome {
        case .opened: break
        case .missing: say("Nothing opens. \(withoutGame)")
        case .nothing(let sentence): say(sentence)
        case .browser(let url):
            say("\(person)'s browser opens the message's page, which is to be read and not to be played:")
            show([StyledLine(SafeText(url).string)])  // in one piece, so that it can be copied
        }
    }

    /// Returns the nth bubble from the end.
    private func bubble(_ count: Int) throws -> TranscriptItem.ID {
        let bubbles = device.chats[chat]?.transcript.items.filter { $0.bubble != nil } ?? []
        guard count <= bubbles.count else {
            switch bubbles.count {
            case 0: throw ChatRefusal("There is no bubble to tap.")
            case 1: throw ChatRefusal("There is one bubble to tap.")
            default: throw ChatRefusal("There are \(bubbles.count) bubbles to tap.")
            }
        }
        return bubbles[bubbles.count - count].id
    }

    /// Touches a move in a live bubble, or in the draft's.
    private func touch(_ move: String, inBubble count: Int?) throws {
        let item = try count.map { try bubble($0) }
        try world.perform(as: person) { phone throws(DeviceError) in
            if let item {
                try phone.touch(move, bubble: item, of: game, in: chat)
            } else {
                try phone.touchDraft(move, of: game, in: chat)
            }
        }
    }

    func kill(_ name: String?) throws {
        let running = device.runningInstances(of: game)
        guard let instance = running.first(where: { name == nil || $0.description == name }) else {
            let names = running.map(\.description).joined(separator: ", ")
            throw ChatRefusal(running.isEmpty ? "Nothing runs on this phone." : "These run: \(names).")
        }
        try stimulate(.kill(instance))
        say("\(instance) is gone; the match isn't.", .quiet)
    }

    // MARK: Looking

    func sticker(_ name: String?) throws {
        guard let name else {
            let stickers = device.stickers(of: game)
            if stickers.isEmpty { say("\(script.title) has no stickers.") }
            for sticker in stickers { say("\(sticker.name): \(sticker.label)") }
            return
        }
        defer { isStale = true }
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil { try phone.perform(.openFromDrawer(), of: game, in: chat) }
            try phone.insertSticker(name, of: game, in: chat)
        }
    }

    /// Lets bots play, unless every step is a command.
    func autoQuickly(_ count: Int?) throws {
        guard !isSlow else { throw ChatRefusal("With `--slow` every step is yours; without it `auto` plays.") }
        try auto(count)
    }

    func showMoves() throws {
        let moves = try device.moves(of: game, in: chat)
        if moves.isEmpty { return say("\(person) has nothing to move now.") }
        showTable(of: moves)
    }

    /// The most lines of `log`, unless all are requested.
    private static let logLength = 40

    func showLog(isWhole: Bool) {
        let lines = device.wholeLog(of: game)
        if lines.isEmpty { return say("Nothing was called yet.", .quiet) }
        say("instance, style, selected message, callback, its message:", .quiet)
        let shown = isWhole ? lines[...] : lines.suffix(Self.logLength)
        if shown.count < lines.count {
            say("\(lines.count - shown.count) earlier lines are left out: `log all` has them.", .quiet)
        }
        show(shown.flatMap { screen.line($0) })
    }

    func showStats() {
        say("\(script.title) holds \((device.memoryUsed(by: game) + 1023) / 1024) KB on \(person)'s phone.")
        say(imagesHeld(device.imagesHeld(of: game), atMost: device.assets.capacity))
        let running = device.runningInstances(of: game).map(\.description)
        say("Running: \(running.isEmpty ? "nothing" : running.joined(separator: ", ")).")
    }

    func showURL() {
        let chat = device.chats[chat]
        guard
            let url = chat?.draft.staged?.message.url
                ?? device.lastBubble(of: game, in: self.chat)?.bubble?.message.url
        else { return say("There is no message yet.") }
        show([StyledLine(SafeText(url).string)])  // in one piece, so that it can be copied
    }
}

extension Stimulus {
    /// Whether it needs the draft field.
    fileprivate var isOfDraft: Bool {
        switch self {
        case .userSend, .userDeleteDraft: true
        default: false
        }
    }
}

// The quick way continues from any state of the phones: a conversation that was stored during a
// step or with `--slow`, a delayed message, a draft that was sent by hand. It makes up for the
// steps that a typed move would have done automatically.
extension PhonesMode {
    /// Lets everything arrive, opens new messages on the phones, fills the seats of a match, lets
    /// bots play, and hands the keyboard to the person to move.
    func catchUp() throws {
        for bot in bots.sorted() { try sendDraft(of: bot) }
        try world.settle()
        for other in world.people { try openNews(on: other) }
        try fillSeats()
        try answerQuickly()
        try playBots()
        settleQuickly()
    }

    /// Lets people join and start a match with free seats, unless there is a draft, which its
    /// person must send.
    ///
    /// In a game by turns, a move takes the second seat. If there are more people than seats, the
    /// next in line joins instead. Then nobody else takes that seat by a move, and the others can
    /// bet.
    func fillSeats() throws {
        guard !world.people.contains(where: hasDraft),
            let inviter = world.devices.first(where: {
                guard let record = $0.match(of: game, in: chat)?.record else { return false }
                return record.seat == record.signedLog.match.setup.inviterSeat
            }), let record = inviter.match(of: game, in: chat)?.record, !record.signedLog.roster.isComplete
        else { return }
        let seats = record.signedLog.log.seats
        let isRound = inviter.match(of: game, in: chat)?.status.isRound == true || record.hasToBeJoined
        guard seats > 2 || isRound || world.people.count > seats else { return }
        let line = nextInLine(behind: inviter.person, seats: seats)
        for other in line {
            guard let theirs = try world.device(other).match(of: game, in: chat)?.record,
                theirs.takesPart == false, seats > 2 || isRound || theirs.id == record.id
            else { continue }
            try actQuickly(.draft(.join), as: other)
        }
        if seats > 2, line.count == seats - 1 { try actQuickly(.draft(.start), as: inviter.person) }
    }

    /// Sends the randomness contributions that a draw waits for, if their person has no move to
    /// add.
    func answerQuickly() throws {
        for _ in 0..<4 * world.people.count {
            guard let phone = try world.devices.first(where: { try owesWitness($0) }) else { return }
            if !hasDraft(phone.person) { try carryOut(.draft(.answer), as: phone.person, opening: true) }
            try sendDraft(of: phone.person)
        }
    }

    /// Returns whether a draw waits for a phone's seat and the seat has no other move. Opens the
    /// phone's new message first.
    private func owesWitness(_ phone: Device) throws -> Bool {
        guard let record = phone.match(of: game, in: chat)?.record, record.seat != nil else { return false }
        let isAwaited = try world.devices.contains { other in
            guard let seat = record.seat, other.match(of: game, in: chat)?.record.id == record.id else { return false }
            return try other.inspect(game, in: chat) { match throws(GameError) in match.waitsFor == seat } ?? false
        }
        guard isAwaited else { return false }
        if !hasDraft(phone.person) { try openNews(on: phone.person) }
        return phone.legalMoves(of: game, in: chat) == [.answer]
    }

    /// Returns the next people to seat: the others who have the game, in the order in which they
    /// were named.
    func nextInLine(behind inviter: String, seats: Int) -> [String] {
        let able = world.devices.filter { $0.person != inviter && $0.installedGames.contains(game) }.map(\.person)
        return Array(able.prefix(seats - 1))
    }

    /// Opens the last message on a phone that hasn't read it yet.
    private func openNews(on person: String) throws {
        let phone = try world.device(person)
        guard phone.installedGames.contains(game), let item = phone.lastBubble(of: game, in: chat),
            item.sender != nil, let url = item.bubble?.message.url,
            phone.match(of: game, in: chat)?.record.url != url
        else { return }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.tap(item.id, in: chat) }
    }
}

// Drafts that another action would replace. None is sent as a side effect, and none is dropped
// silently.
extension PhonesMode {
    /// Returns the url of the message that is staged on a phone.
    func stagedURL(of person: String) -> String? {
        world.devices.first { $0.person == person }?.chats[chat]?.draft.staged?.message.url
    }

    /// Returns a person's draft in words that the current and the next person at hand may read; nil
    /// if there is none.
    func unsent(of person: String) -> String? {
        guard let phone = world.devices.first(where: { $0.person == person }) else { return nil }
        let draft = phone.match(of: game, in: chat)?.record.draft
        guard draft != nil || phone.chats[chat]?.draft.staged?.game == game else { return nil }
        guard let draft, !isSharingSecrets else { return "\(person)'s draft" }
        return SafeText(ownWords(of: draft)).string
    }

    /// Asks before drafts are replaced, and deletes them.
    ///
    /// - Parameters:
    ///   - people: The people whose drafts would be lost.
    ///   - question: The question.
    ///   - isAsked: Whether to ask even if there is no draft.
    /// - Returns: False if everything is to stay as it is.
    func giveUpDrafts(of people: [String], asking question: String, isAsked: Bool) throws -> Bool {
        let drafts = people.compactMap { person in unsent(of: person).map { (person: person, words: $0) } }
        let losses = drafts.map { "Not sent, and lost by that: \($0.words)." }
        guard !isAsked && drafts.isEmpty || confirms((losses + [question]).joined(separator: " ")) else {
            say("The match goes on.", .quiet)
            return false
        }
        for draft in drafts {
            try deleteDraft(of: draft.person)
            say(Self.takenBack(draft.words), .quiet)
        }
        return true
    }

    static func takenBack(_ words: String) -> String { "\(words) is taken back." }

    func deleteDraft(of person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            guard phone.chats[chat]?.draft.staged != nil else { return }
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: chat) }
            try phone.perform(.userDeleteDraft, of: game, in: chat)
        }
    }

    /// Carries out an action that isn't a move on the board, and names a draft that it replaced.
    func carryOut(_ act: PersonAction, as person: String, opening: Bool) throws {
        let (words, before) = (unsent(of: person), stagedURL(of: person))
        try world.perform(as: person) { phone throws(DeviceError) in
            if opening, phone.style(of: game) == nil { try phone.perform(.openFromDrawer(), of: game, in: chat) }
            try phone.act(act, of: game, in: chat)
        }
        guard let words, let before, let after = stagedURL(of: person), after != before else { return }
        say("It takes the place of a draft that was never sent: \(words).", .quiet)
    }
}

// Undoing drafts, which were never sent.
extension PhonesMode {
    /// Undoes the last moves of the draft at hand, or all of it.
    ///
    /// - Parameter count: The number of moves; nil for all.
    func takeBackDraft(_ count: Int?) throws {
        guard unsent(of: person) != nil || device.chats[chat]?.draft.staged != nil else {
            throw ChatRefusal("Nothing of \(person)'s is drafted; what was sent can't be taken back.")
        }
        let moves = device.match(of: game, in: chat)?.record.draft?.moves ?? []
        guard !moves.isEmpty else {
            let words = device.match(of: game, in: chat)?.record.draft.map { SafeText(ownWords(of: $0)).string }
            try deleteDraft(of: person)
            say(words.map(Self.takenBack) ?? "The draft is taken back.", .quiet)
            return isSlow ? () : settleQuickly()
        }
        let seen = device.movesSeen(inDraftOf: game, in: chat)
        let wanted = count.map { max(0, moves.count - $0) } ?? 0
        let kept = max(wanted, seen.count)
        guard kept < moves.count else { throw ChatRefusal(Self.why(seen, words(of: moves.suffix(1)))) }
        try redraft(Array(moves.prefix(kept)))
        let rest = kept > 0 ? " \(words(of: moves.prefix(kept))) stays drafted." : ""
        let why = wanted < seen.count ? " " + Self.why(seen, words(of: moves[..<seen.count].suffix(1))) : ""
        say(Self.takenBack(words(of: moves.suffix(moves.count - kept))) + rest + why, .quiet)
        if !isSlow { settleQuickly() }
    }

    /// Returns why moves that were seen stay.
    static func why(_ seen: Draft.Seen, _ words: String) -> String {
        if seen.opened { return "\(words) has opened what was sealed, and that has been seen: it can't be taken back." }
        return "What \(words) drew has been seen: a draw can't be taken back."
    }

    private func words(of moves: some Sequence<String>) -> String {
        SafeText(moves.map(console.drawnMoves.shown).joined(separator: ", ")).string
    }

    /// Drafts these moves instead of the current draft, and keeps the game's style.
    private func redraft(_ moves: [String]) throws {
        let style = device.style(of: game)
        try deleteDraft(of: person)
        guard !moves.isEmpty else { return }
        try world.perform(as: person) { phone throws(DeviceError) in
            // a typed move needs the keyboard
            if phone.style(of: game) == .compact { try phone.perform(.expand, of: game, in: chat) }
        }
        for move in moves { try touch(move) }
        guard style == .compact else { return }
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: chat) }
        }
    }
}

// Bots on phones.
extension PhonesMode {
    var hasOnlyBots: Bool { world.people.allSatisfy(bots.contains) }

    func botToMove() throws -> String? { bots.sorted().first(where: canMove) }

    func nextToMove() throws -> String? { world.people.first(where: canMove) }

    /// Plays one move for a person and sends it, unless they move again.
    func playAnyMove(for mover: String) throws -> Int? {
        guard let phone = world.devices.first(where: { $0.person == mover }) else { return nil }
        let moves = phone.legalMoves(of: game, in: chat)
        console.drawnMoves.learn(from: moves)
        guard let move = bot.choose(from: moves) else { return nil }
        let before = phone.match(of: game, in: chat)?.record
        let kept = person
        person = mover
        defer { person = kept }
        try touch(bot.text(of: move))
        // a move that the script rejects or fails at changes nothing, and would be tried for ever
        let after = phone.match(of: game, in: chat)?.record
        let isDrafted = after?.draft?.url != before?.draft?.url || moves == [.answer]
        guard after?.signedLog.head != before?.signedLog.head || isDrafted else { return nil }
        if !isMovingOn(mover) { try sendDraft(of: mover) }
        return 1
    }

    func settleBots() { settleQuickly() }

    /// Whether the match is over and all reveals that ended it were sent.
    var isOver: Bool {
        device.match(of: game, in: chat)?.status.outcome != nil && device.legalMoves(of: game, in: chat).isEmpty
    }

    // MARK: A game that bots play

    func introduceDemonstration() {
        greet()
        say("Nobody is typing, so bots play on simulated phones. The same seed plays the same game.", .quiet)
    }

    func beginDemonstration() throws { try beginQuickly() }

    func showDemonstration(of mover: String) {
        person = mover
        shareTime()
        showTurn()
    }
}
