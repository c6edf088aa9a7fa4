import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// What the commands of a conversation do.
extension ChatSession {
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
                try phone.perform(.collapse, of: game, in: chat)  // the draft field shows
            }
        }
        say("The words stand in \(person)'s draft field: `send` sends them.", .quiet)
    }

    /// The Start button of a game without a match, or the start of a group's match.
    func start() throws {
        let match = device.match(of: game, in: chat)
        guard match == nil || match?.status.outcome != nil || match?.isAwarded == true else {
            return try act(.draft(.start))
        }
        // the button knows nothing of options
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
                try phone.perform(.collapse, of: game, in: chat)  // the draft field shows
            }
            try phone.perform(stimulus, of: game, in: chat)
        }
    }

    func act(_ act: PersonAct) throws {
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
            show([StyledLine(SafeText(url).string)])  // whole, so that it can be copied
        }
    }

    /// The nth bubble from the end.
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

    /// Touches what plays a move in a live bubble, or in the draft's.
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

    /// Bots play on, unless every step is a command.
    func autoQuickly(_ count: Int?) throws {
        guard !isSlow else { throw ChatRefusal("With `--slow` every step is yours; without it `auto` plays.") }
        try auto(count)
    }

    func showMoves() throws {
        let moves = try device.moves(of: game, in: chat)
        if moves.isEmpty { return say("\(person) has nothing to move now.") }
        showTable(of: moves)
    }

    /// What `log` shows of a long one.
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
        show([StyledLine(SafeText(url).string)])  // whole, so that it can be copied
    }
}

extension Stimulus {
    /// Is it done to what stands in the draft field?
    fileprivate var isOfDraft: Bool {
        switch self {
        case .userSend, .userDeleteDraft: true
        default: false
        }
    }
}
