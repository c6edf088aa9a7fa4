import Conversations
import MessageHost
import Parlor
import Simulation

// What the commands of a conversation do.
extension ChatSession {
    func perform(_ command: ChatCommand) throws {
        switch command {
        case .help: showHelp()
        case .phones: break
        case .moves: try showMoves()
        case .auto(let count): try auto(count)
        case .rules: say(script.folder.readme ?? script.summary)
        case .log(let isWhole): showLog(isWhole: isWhole)
        case .stats: showStats()
        case .url: showURL()
        case .quit: isLeaving = true
        case .sit(let name): try sit(name)
        case .open: try stimulate(.openFromDrawer())
        case .tap(let count): try tap(count ?? 1)
        case .touch(let count, let move): try touch(move, inBubble: count)
        case .memory: try stimulate(.memoryWarning)
        case .install: try install()
        case .expand: try stimulate(.expand)
        case .compact: try stimulate(.collapse)
        case .send: try stimulate(.userSend)
        case .cancel: try stimulate(.userDeleteDraft)
        case .close: try stimulate(.close)
        case .dismiss:
            guard let main = device.runningInstances(of: game).first(where: { $0.kind == .main }) else {
                throw DeviceError.stimulus(.notOpen)
            }
            try stimulate(.dismiss(main))
        case .kill(let name): try kill(name)
        case .text(let words):
            try world.perform(as: person) { phone throws(DeviceError) in try phone.type(words, in: world.chat) }
        case .sticker(let name): try sticker(name)
        case .new: try act(.begin(options: options))
        case .join: try act(.join)
        case .start:
            // The Start button of a game without a match, or the start of a group's match.
            let match = device.match(of: game, in: world.chat)
            if match == nil || match?.status.outcome != nil || match?.isAwarded == true {
                // the button knows nothing of options
                try options.isEmpty ? touch("start") : act(.begin(options: options))
            } else {
                try act(.start)
            }
        case .again: try act(.again)
        case .theirs: try act(.theirs)
        case .resign: try act(.resign)
        case .claim:
            guard let match = device.match(of: game, in: world.chat), !match.status.turn.isEmpty else {
                throw ChatRefusal("Nobody is to move.")
            }
            guard let seat = match.status.turn.first(where: { $0 != match.record.seat }) else {
                throw ChatRefusal("It is your own turn: there is nobody to claim against.")
            }
            try act(.claim(seat))
        case .bet(let chips, let on): try act(.bet(pool: pool(on), chips: chips))
        case .bets: showBets()
        default: try performOnNetwork(command)
        }
    }

    private func performOnNetwork(_ command: ChatCommand) throws {
        switch command {
        case .receive: try receive()
        case .offline(let name):
            world.network.setOffline(try world.device(name ?? person).person)
        case .online(let name):
            world.network.setOffline(try world.device(name ?? person).person, false)
            try world.advance(by: .seconds(isSlow ? 0 : 300))
        case .drop: world.network.dropNext(from: person)
        case .delay(let time): try world.network.delayNext(from: person, by: time)
        case .duplicate: world.network.duplicateNext(from: person)
        case .reorder: say("\(world.network.reorderWaiting(for: person)) messages turned round.", .quiet)
        case .partition: world.network.partition([[person], Set(world.people.filter { $0 != person })])
        case .heal: world.network.heal()
        case .time(let time): try world.advance(by: time)
        default: break
        }
    }

    private func stimulate(_ stimulus: Stimulus) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if !isSlow, case .userSend = stimulus, phone.style(of: game) == .expanded {
                try phone.perform(.collapse, of: game, in: world.chat)  // the draft field shows
            }
            try phone.perform(stimulus, of: game, in: world.chat)
        }
    }

    private func act(_ act: PersonAct) throws {
        if !isSlow { return try actQuickly(act, as: person) }
        try world.perform(as: person) { phone throws(DeviceError) in
            try phone.act(act, of: game, in: world.chat)
        }
    }

    private func sit(_ name: String) throws {
        let lowered = name.lowercased()
        guard let found = world.people.first(where: { $0.lowercased() == lowered }) else {
            let nearest = NearestName.of(name, in: world.people).map { " Did you mean '\($0)'?" } ?? ""
            throw ChatRefusal("There is no \(name) here.\(nearest)")
        }
        person = found
    }

    private func tap(_ count: Int) throws {
        let bubble = try bubble(count)
        let outcome = try world.perform(as: person) { phone throws(DeviceError) in try phone.tap(bubble, in: world.chat)
        }
        switch outcome {
        case .opened: break
        case .missing(_, let sentence): say("\(sentence) Here, `install` does that.")
        case .nothing(let sentence): say(sentence)
        case .browser(let url):
            say("The browser opens the message's page:")
            write(SafeText(url).string)  // whole, so that it can be copied
        }
    }

    /// The nth bubble from the end.
    private func bubble(_ count: Int) throws -> TranscriptItem.ID {
        let bubbles = device.chats[world.chat]?.transcript.items.filter { $0.bubble != nil } ?? []
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
                try phone.touch(move, bubble: item, of: game, in: world.chat)
            } else {
                try phone.touchDraft(move, of: game, in: world.chat)
            }
        }
    }

    private func install() throws {
        if device.installedGames.contains(game) { return say("\(script.title) is on \(person)'s phone already.") }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.install(script) }
        say("\(script.title) is on \(person)'s phone now; tap its bubble.")
    }

    private func kill(_ name: String?) throws {
        let running = device.runningInstances(of: game)
        guard let instance = running.first(where: { name == nil || $0.description == name }) else {
            let names = running.map(\.description).joined(separator: ", ")
            throw ChatRefusal(running.isEmpty ? "Nothing runs on this phone." : "These run: \(names).")
        }
        try stimulate(.kill(instance))
        say("\(instance) is gone; the match isn't.", .quiet)
    }

    /// The next thing that the network brings, to whichever phone.
    private func receive() throws {
        try world.exchange()
        guard let next = world.network.nextArrival ?? world.nextEvent else {
            return say("Nothing is on its way.", .quiet)
        }
        try world.advance(by: next - world.now)
    }

    // MARK: Looking

    private func showHelp() {
        say("Type a move by its text; Tab completes. Commands:")
        let isNarrow = screen.columns() < 72
        for word in ChatWord.all {
            let gap = isNarrow ? ": " : String(repeating: " ", count: max(1, 20 - word.usage.count))
            say((isNarrow ? "" : "  ") + word.usage + gap + word.help)
        }
        say("Where a move reads like a command, /\(ChatWord.all[0].name) is the command.")
    }

    private func sticker(_ name: String?) throws {
        guard let name else {
            let stickers = device.stickers(of: game)
            if stickers.isEmpty { say("\(script.title) has no stickers.") }
            for sticker in stickers { say("\(sticker.name): \(sticker.label)") }
            return
        }
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil { try phone.perform(.openFromDrawer(), of: game, in: world.chat) }
            try phone.insertSticker(name, of: game, in: world.chat)
        }
    }

    private func showMoves() throws {
        let moves = try device.moves(of: game, in: world.chat)
        if moves.isEmpty { return say("\(person) has nothing to move now.") }
        for line in screen.table(moves.map { $0.prompt + ($0.alternative.map { " (\($0))" } ?? "") }) { write(line) }
    }

    /// What `log` shows of a long one.
    private static let logLength = 40

    private func showLog(isWhole: Bool) {
        let lines = device.wholeLog(of: game)
        if lines.isEmpty { return say("Nothing was called yet.", .quiet) }
        say("instance, style, selected message, callback, its message:", .quiet)
        let shown = isWhole ? lines[...] : lines.suffix(Self.logLength)
        if shown.count < lines.count {
            say("\(lines.count - shown.count) earlier lines are left out: `log all` has them.", .quiet)
        }
        for line in shown { screen.line(line).forEach(write) }
    }

    private func showStats() {
        say("\(script.title) holds \((device.memoryUsed(by: game) + 1023) / 1024) KB on \(person)'s phone.")
        say("Running: \(device.runningInstances(of: game).map(\.description).joined(separator: ", ")).")
    }

    private func showURL() {
        let chat = device.chats[world.chat]
        guard
            let url = chat?.draft.staged?.message.url
                ?? device.lastBubble(of: game, in: world.chat)?.bubble?.message.url
        else { return say("There is no message yet.") }
        write(SafeText(url).string)  // whole, so that it can be copied
    }
}
