import Conversations
import Parlor
import Simulation
import Values

// How a phone is set up, and what is on it.
extension ChatSession {
    /// Sets up the phone at hand otherwise, and says how it is.
    func setUp(_ wish: LooksWish) throws {
        guard let now = device.surroundings(of: game) else {
            throw ChatRefusal(withoutGame)
        }
        let screen = now.screen
        if wish != LooksWish() {
            try stimulate(
                .surroundings(
                    Surroundings(
                        maximumWidth: wish.bubble ?? now.maximumWidth, textScale: wish.textScale ?? now.textScale,
                        locale: wish.locale ?? now.locale, isDark: wish.isDark ?? screen.isDark,
                        width: wish.size?.width ?? Double(screen.width),
                        height: wish.size?.height ?? Double(screen.height), safeArea: screen.safeArea)))
        }
        let after = device.surroundings(of: game) ?? now
        say(
            "\(person)'s phone: \(after.screen.width) by \(after.screen.height) points, text \(after.textScale), "
                + "\(SafeText(after.locale)), \(after.screen.isDark ? "dark" : "light"), bubbles up to \(after.maximumWidth) wide.",
            .quiet)
    }

    func install() throws {
        if isGameHere { return say("\(script.title) is on \(person)'s phone already.") }
        guard device.kind == .phone else { throw ChatRefusal(withoutGame) }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.install(script) }
        let next = device.lastBubble(of: game, in: chat) == nil ? "`open` opens it" : "`tap` opens its last message"
        say("\(script.title) is on \(person)'s phone now\(isSlow ? "; \(next)" : "").")
    }

    func uninstall() throws {
        guard isGameHere else { return say(withoutGame) }
        guard
            confirms("\(person)'s matches and what \(script.title) keeps go with it, and can't be had back. Go on?")
        else { return say("\(script.title) stays.") }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.uninstall(game) }
        say("\(script.title) is gone from \(person)'s phone. `install` puts it there anew, with other ids of people.")
    }

    // MARK: Other conversations and games

    /// The most conversations of the same people.
    private static let mostChats = 8

    /// Everybody looks at another conversation of the same people; it is begun if there is none of that name.
    func enterChat(_ name: String?) throws {
        let known = device.chats.keys.map { "\($0)" }.sorted()
        guard let name else {
            let all = known.count > 1 ? "there are \(NameList.of(known))" : "`chat NAME` begins another one"
            return say("Here is the conversation \(chat); \(all).", .quiet)
        }
        let isName = name.count <= 20 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard isName else { throw ChatRefusal("A conversation is named by 1 to 20 letters, digits and hyphens.") }
        guard known.contains(name) || known.count < Self.mostChats else {
            throw ChatRefusal("There are \(known.count) conversations already: \(NameList.of(known)).")
        }
        chat = Chat.ID(name)
        try world.begin(chat)
        for phone in world.devices { phone.look(at: chat) }
        viewer = nil
        if !isSlow { settleQuickly() }
        say("Everybody looks at the conversation \(name).", .quiet)
    }

    /// Another game is at hand; it is put on the phones that have none of it yet and run games.
    func takeGame(_ id: String?) throws {
        guard let id else {
            let ids = scripts.map(\.id)
            let all = ids.count > 1 ? "there are \(NameList.of(ids))" : "`game GAME` takes another one beside it"
            return say("\(script.title) is at hand; \(all).", .quiet)
        }
        guard let found = try scripts.first(where: { $0.id == id }) ?? findGame?(id) else {
            throw ChatRefusal("A conversation that is kept with `--store` has one game: \(script.title).")
        }
        guard found.seats.upperBound > 1 else { throw ChatRefusal("\(found.title) is for one: it needs no messages.") }
        if let objection = found.objectionToMessages { throw ChatRefusal(objection) }
        if !scripts.contains(where: { $0.id == found.id }) {
            for phone in world.devices where phone.kind == .phone && !phone.installedGames.contains(found.id) {
                try world.perform(as: phone.person) { phone throws(DeviceError) in try phone.install(found) }
            }
            scripts.append(found)
        }
        script = found
        viewer = nil
        if !isSlow { settleQuickly() }
        say("\(found.title) is at hand.", .quiet)
    }
}
