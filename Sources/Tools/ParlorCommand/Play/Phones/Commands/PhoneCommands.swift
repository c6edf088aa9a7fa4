import Conversations
import GameApps
import Parlor
import Simulation
import Values

/// The commands on the phone at hand: its games, its bubbles, its settings.
struct PhoneCommands {
    let context: PhonesContext
    let console: Console

    private var steps: PhoneSteps { PhoneSteps(context: context) }
    private var missingGame: MissingGameText { MissingGameText(context: context) }

    func dismiss() throws {
        guard let main = context.device.runningInstances(of: context.game).first(where: { $0.kind == .main }) else {
            throw DeviceError.stimulus(.notOpen)
        }
        try steps.stimulate(.dismiss(main))
    }

    func type(_ words: String) throws {
        try steps.type(words)
        console.say("The words are in \(context.person)'s draft field: `send` sends them.", .quiet)
    }

    func tap(_ wish: TapWish) throws {
        switch wish {
        case .bubble(let count): try tapBubble(count)
        case .move(let move, let count): try steps.touch(move, in: count.map(bubble))
        }
    }

    private func tapBubble(_ count: Int) throws {
        let bubble = try bubble(count)
        let outcome = try context.world.perform(as: context.person) { phone throws(DeviceError) in
            try phone.tap(bubble, in: context.chat)
        }
        switch outcome {
        case .opened: break
        case .missing: console.say("Nothing opens. \(missingGame.sentence)")
        case .nothing(let sentence): console.say(sentence)
        case .browser(let url):
            console.say(
                "\(context.person)'s browser opens the message's page, which shows the match but can't play it:")
            console.show([StyledLine(SafeText(url).string)])  // in one piece, so that it can be copied
        }
    }

    /// Returns the nth bubble from the end.
    private func bubble(_ count: Int) throws -> TranscriptItem.ID {
        let bubbles = context.device.chats[context.chat]?.transcript.items.filter { $0.bubble != nil } ?? []
        guard count <= bubbles.count else {
            switch bubbles.count {
            case 0: throw ChatRefusal("There is no bubble to tap.")
            case 1: throw ChatRefusal("There is one bubble to tap.")
            default: throw ChatRefusal("There are \(bubbles.count) bubbles to tap.")
            }
        }
        return bubbles[bubbles.count - count].id
    }

    func kill(_ name: String?) throws {
        let running = context.device.runningInstances(of: context.game)
        guard let instance = running.first(where: { name == nil || $0.description == name }) else {
            let names = running.map(\.description).joined(separator: ", ")
            throw ChatRefusal(
                running.isEmpty ? "Nothing runs on this phone." : "There is no such instance. Running: \(names).")
        }
        try steps.stimulate(.kill(instance))
        console.say("\(instance) was ended. The match isn't lost.", .quiet)
    }

    func sticker(_ name: String?) throws {
        guard let name else {
            let stickers = context.device.stickers(of: context.game)
            if stickers.isEmpty { console.say("\(context.script.title) has no stickers.") }
            for sticker in stickers { console.say("\(sticker.name): \(sticker.label)") }
            return
        }
        defer { console.isStale = true }
        try steps.insertSticker(name)
    }

    // MARK: Settings and games

    /// Changes settings of the phone at hand, and lists them.
    func setUp(_ wish: LooksWish) throws {
        guard let now = context.device.surroundings(of: context.game) else {
            throw ChatRefusal(missingGame.sentence)
        }
        let screen = now.screen
        if wish != LooksWish() {
            try steps.stimulate(
                .surroundings(
                    DisplaySettings(
                        maximumWidth: wish.bubble ?? now.maximumWidth, textScale: wish.textScale ?? now.textScale,
                        locale: wish.locale ?? now.locale, isDark: wish.isDark ?? screen.isDark,
                        width: wish.size?.width ?? Double(screen.width),
                        height: wish.size?.height ?? Double(screen.height), safeArea: screen.safeArea)))
        }
        let after = context.device.surroundings(of: context.game) ?? now
        console.say(
            "\(context.person)'s phone: \(after.screen.width) by \(after.screen.height) points, text \(after.textScale), "
                + "\(SafeText(after.locale)), \(after.screen.isDark ? "dark" : "light"), bubbles up to \(after.maximumWidth) wide.",
            .quiet)
    }

    func install() throws {
        if context.isGameHere { return console.say("\(context.script.title) is on \(context.person)'s phone already.") }
        guard context.device.kind == .phone else { throw ChatRefusal(missingGame.sentence) }
        try context.world.perform(as: context.person) { phone throws(DeviceError) in try phone.install(context.script) }
        let next =
            context.device.lastBubble(of: context.game, in: context.chat) == nil
            ? "`open` opens it" : "`tap` opens its last message"
        console.say("\(context.script.title) is on \(context.person)'s phone now\(context.isSlow ? "; \(next)" : "").")
    }

    /// Removes the game from the phone.
    ///
    /// - Parameter confirm: Asks the person a question.
    func uninstall(confirm: (String) -> Bool) throws {
        guard context.isGameHere else { return console.say(missingGame.sentence) }
        guard
            confirm(
                "\(context.person)'s matches and the stored data of \(context.script.title) will be lost. Continue?"
            )
        else { return console.say("\(context.script.title) stays.") }
        try context.world.perform(as: context.person) { phone throws(DeviceError) in try phone.uninstall(context.game) }
        console.say(
            "\(context.script.title) was removed from \(context.person)'s phone. `install` installs it again; the game then knows people by other ids."
        )
    }

    // MARK: For authors

    /// The most lines of `log`, unless all are requested.
    private static let logLength = 40

    func showLog(isWhole: Bool) {
        let lines = context.device.calls.lines(of: context.game)
        if lines.isEmpty { return console.say("Nothing was called yet.", .quiet) }
        console.say("instance, style, selected message, callback, its message:", .quiet)
        let shown = isWhole ? lines[...] : lines.suffix(Self.logLength)
        if shown.count < lines.count {
            console.say("\(lines.count - shown.count) earlier lines are left out. `log all` shows them.", .quiet)
        }
        console.show(shown.flatMap { console.screen.line($0) })
    }

    func showURL() {
        let chat = context.device.chats[context.chat]
        guard
            let url = chat?.draft.staged?.message.url
                ?? context.device.lastBubble(of: context.game, in: context.chat)?.bubble?.message.url
        else { return console.say("There is no message yet.") }
        console.show([StyledLine(SafeText(url).string)])  // in one piece, so that it can be copied
    }
}
