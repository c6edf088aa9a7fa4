import Conversations
import GameApps
import MatchSessions
import MessageProtocol
import Parlor
import Simulation
import Values

// The settings of a phone, and the games on it.
extension PhonesMode {
    /// Changes settings of the phone at hand, and lists them.
    func setUp(_ wish: LooksWish) throws {
        guard let now = device.surroundings(of: game) else {
            throw ChatRefusal(withoutGame)
        }
        let screen = now.screen
        if wish != LooksWish() {
            try stimulate(
                .surroundings(
                    DisplaySettings(
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

    /// Takes everybody to another conversation of the same people, and starts it if it is new.
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

    /// Takes another game to hand, and installs it on the phones that lack it and run games.
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

// Actions on the network. Each reports what it did.
extension PhonesMode {
    /// Lets the next delivery of the network arrive, on any phone.
    func receive() throws {
        let (before, lost) = (received, losses.count)
        try world.exchange()
        let loss = lossSentence(since: lost)
        if let loss { say(loss, .quiet) }
        if received == before {
            guard let next = world.network.nextArrival ?? world.nextEvent else {
                if loss == nil { say("Nothing is on its way.", .quiet) }
                return
            }
            try world.advance(by: next - world.now)
        }
        let news = zip(world.people, zip(before, received)).filter { $0.1.0 < $0.1.1 }.map(\.0)
        say(
            news.isEmpty
                ? "It is \(Self.clock(world.now)) now; no message came in."
                : "Something came in for \(NameList.of(news))\(news == [person] ? "" : ": `as \(news[0])` takes that phone").",
            .quiet)
    }

    /// The number of items from others that each phone has received.
    private var received: [Int] {
        world.devices.map { phone in
            (phone.chats[chat]?.transcript.items ?? []).filter { $0.sender != nil }.count
        }
    }

    func goOffline(_ name: String?) throws {
        let found = try found(name)
        world.network.setOffline(found)
        say("\(found)'s phone is offline: what it sends and what is sent to it waits until `online`.", .quiet)
    }

    func goOnline(_ name: String?) throws {
        let found = try found(name)
        world.network.setOffline(found, false)
        try world.advance(by: .seconds(isSlow ? 0 : 300))
        say("\(found)'s phone is online\(isSlow ? "; `receive` brings what waited" : "").", .quiet)
    }

    func dropNext() {
        world.network.dropNext(from: person)
        say("The network will lose \(person)'s next message; `again` sends it once more.", .quiet)
    }

    func delayNext(by time: Duration) throws {
        try world.network.delayNext(from: person, by: time)
        say("\(person)'s next message takes \(Self.clock(time)) longer.", .quiet)
    }

    func duplicateNext() {
        world.network.duplicateNext(from: person)
        say("\(person)'s next message arrives twice.", .quiet)
    }

    func reorder() {
        let count = world.network.reorderWaiting(for: person)
        say("\(counted(count, "message")) turned round.", .quiet)
    }

    func partition() {
        world.network.partition([[person], Set(world.people.filter { $0 != person })])
        say("\(person)'s phone is cut off from the others until `heal`.", .quiet)
    }

    func heal() {
        world.network.heal()
        say("All phones reach each other again.", .quiet)
    }

    func pass(_ time: Duration) throws {
        try world.advance(by: time)
        say("It is \(Self.clock(world.now)) now.", .quiet)
    }

    /// Returns the person of this name, in any case; nil stands for the person at hand.
    private func found(_ name: String?) throws -> String {
        guard let name else { return person }
        let known = world.people.first { $0.lowercased() == name.lowercased() }
        return try world.device(known ?? name).person
    }
}

// Changes of the script during play.
extension PhonesMode {
    /// Installs a script that was changed on the disk. The match continues under it if possible.
    func takeUpChanges() -> Bool {
        guard let watch, hasChanged(watch) else { return false }
        beginLine()
        defer { endLine() }
        do {
            try reload()
        } catch {
            report(error)
            say("The script was changed, and the match goes on under the old rules.", .quiet)
        }
        isStale = true
        return true
    }

    /// Reads the script again and installs it on the phones. The quick way, the running match is
    /// replayed under it. With `--slow`, as between real phones, the match ends by the rules that
    /// it started with.
    func reload() throws {
        guard let readScript else { throw ChatRefusal("There is no script to read again.") }
        let fresh: GameScript
        do throws(GameError) {
            fresh = try readScript(script)
        } catch {
            throw RereadError(error, of: nil, known: script)
        }
        if fresh.digest == script.digest {
            for phone in world.devices { phone.assets.releaseAll() }
            return note("The script is as it was; its pictures are read again.")
        }
        let open = world.devices.map { ($0.person, $0.style(of: game)) }
        let before = scriptOfMatch ?? script
        try world.update(fresh)
        script = fresh
        scripts = scripts.map { $0.id == fresh.id ? fresh : $0 }
        pictures.forget()
        if isSlow {
            return say(
                "The new script is on the phones. A match under way ends by the rules it began with; `new` begins one by these.",
                .quiet)
        }
        do {
            try goOn(under: fresh)
            scriptOfMatch = nil
        } catch {
            scriptOfMatch = before
            let why = sentence(ofNewRules: error)
            if why == nil, !tellAuthor(error, of: fresh) { refuse("\(error)") }
            for case (let person, let style?) in open { try reopen(style, on: person) }
            say(
                "The new script is on the phones. The match goes on under the old rules, and `new` begins one by these."
                    + (why.map { " \($0)" } ?? ""))
        }
    }

    /// Opens the game again on a phone whose app was replaced.
    private func reopen(_ style: PresentationStyle, on person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil {
                if let bubble = phone.lastBubble(of: game, in: chat) {
                    _ = try phone.tap(bubble.id, in: chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: game, in: chat)
                }
            }
            if style == .expanded, phone.style(of: game) == .compact {
                try phone.perform(.expand, of: game, in: chat)
            }
        }
    }

    private func goOn(under fresh: GameScript) throws {
        guard let again = try world.playAgain(fresh, in: chat) else {
            // nothing was played, so nothing is lost
            try beginUnderNewRules()
            return note("The new script is on the phones, and a match has begun by it.")
        }
        let kept = person
        try actQuickly(.again, as: again.sender)
        if let (drafter, moves) = again.drafted {
            person = drafter
            for move in moves { try touch(move) }
        }
        person = kept
        try playBots()
        settleQuickly()
        let plies = counted(plies: again.plies) + (again.plies == 1 ? " was" : " were")
        note(
            "Reloaded; \(plies) played again under the new rules, and signed again. Between real phones a match ends by the "
                + "rules it began with."
                + (again.keepsDraws
                    ? " What was drawn stays as it was, so that only these phones can read its url." : ""))
    }

    private func beginUnderNewRules() throws {
        guard device.match(of: game, in: chat) != nil else { return try beginQuickly() }
        let inviter = world.people[0]
        try actQuickly(.begin(options: options), as: inviter)
        try catchUp()
    }

    /// Returns why a match can't continue; nil for a failure of the script, which is reported with
    /// its line.
    private func sentence(ofNewRules error: any Error) -> String? {
        switch error {
        case let refusal as Simulation.NewRulesRefusal: refusal.description
        case GameError.request where isSharingSecrets:
            "A move doesn't fit the new rules; which one isn't said where others may read it."
        case GameError.request(let sentence): sentence
        case GameError.rejected(let rejection): rejection.message
        case SessionError.game(.failed), GameError.failed, GameError.invalid: nil
        default: "\(error)"
        }
    }

    /// Reports a failure of the script with its file and line; returns false for any other error.
    func tellAuthor(_ error: any Error, of script: GameScript) -> Bool {
        var error = error
        if case SessionError.game(let inner) = error { error = inner }
        let reread = error as? RereadError
        if let reread { error = reread.error }
        switch error {
        case GameError.failed(let failure):
            console.complain(
                FailureReport(failure: failure, files: reread?.files ?? script.folder.files).drawn(on: screen))
        case GameError.invalid(let problems):
            // with the current text
            let files =
                reread?.files ?? script.folder.url.flatMap { try? GameFolder(at: $0).files } ?? script.folder.files
            console.complain(ProblemReport(problems: problems, files: files).lines.flatMap { screen.line($0) })
        default: return false
        }
        return true
    }
}

// An author's view of the phone at hand.
extension PhonesMode {
    func showState(isWhole: Bool) throws {
        let seat = device.seatShown(of: game, in: chat)
        try inspected { match throws(GameError) in
            let isOver = try match.status.outcome != nil
            try showState(isWhole: isWhole, of: match, isOver: isOver, seat: seat, name: seat == nil ? nil : person)
        }
    }

    func evaluate(_ expression: String) throws {
        guard mayReveal() else { return }
        let seat = device.seatShown(of: game, in: chat)
        var printed = ""
        try showResults { () throws(GameError) in
            do {
                return try inspected { match throws(GameError) in
                    defer { printed = match.takePrinted() }
                    return try match.evaluate(expression, seat: seat)
                }
            } catch SessionError.game(let error) {
                throw error
            } catch {
                throw .request("\(error)")
            }
        }
        show(FailureReport.printed(printed).flatMap { screen.lines($0, .quiet) })
    }

    private func inspected<R>(_ body: (Match) throws(GameError) -> R) throws -> R {
        guard let found = try device.inspect(game, in: chat, body) else {
            throw ChatRefusal("There is no match on \(person)'s phone yet: `start` begins one.")
        }
        return found
    }
}

// Bets of people who watch.
extension PhonesMode {
    func bet(_ wish: BetWish) throws {
        if device.match(of: game, in: chat) == nil, let watching { throw ChatRefusal(watching) }
        try act(.draft(.bet(pool: pool(wish.on), chips: wish.chips)))
    }

    /// Returns the pool for a seat's number, a draw, or the name of a seated person.
    ///
    /// - Throws: ``ChatRefusal`` with the pools that can be named.
    func pool(_ text: String) throws -> Int {
        if let number = Int(text) { return number }
        let lowered = text.lowercased()
        if ["draw", "nobody"].contains(lowered) { return 0 }
        let seated = seatedPeople
        if let found = seated.first(where: { $0.person.lowercased() == lowered }) { return found.seat }
        let names = seated.map(\.person)
        let nearest = NearestName.of(text, in: names + ["draw"]).map { " Did you mean '\($0)'?" } ?? ""
        throw ChatRefusal(
            "There is no \(quoted(text)) to bet on: expected \((names + ["a seat's number", "draw"]).joined(separator: ", ")).\(nearest)"
        )
    }

    /// The people with a seat, in the order of the seats.
    var seatedPeople: [(person: String, seat: Int)] {
        world.devices.compactMap { phone in
            phone.match(of: game, in: chat)?.record.seat.map { (phone.person, $0) }
        }.sorted { $0.seat < $1.seat }
    }

    /// Returns the completions of a bet.
    func betCandidates(for begun: String) -> [String] {
        let words = begun.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words[0] == "bet", Int(words[1]) != nil else { return [] }
        let start = "bet \(words[1])\(words[2] == "on" ? " on" : "")"
        return (seatedPeople.map(\.person) + ["draw"]).map { "\(start) \($0)" }
            + (words[2] == "on" ? [] : ["bet \(words[1]) on "])
    }

    /// The most bets in the line below the board.
    private static let betsInLine = 4

    /// The bets with their possible prizes; after the end, who won what. Nil if nobody has bet.
    var betsLine: String? {
        guard let record = device.match(of: game, in: chat)?.record else { return nil }
        let (book, offers) = (record.book, record.bets.map(\.bet))
        guard !book.entries.isEmpty || !offers.isEmpty else { return nil }
        if let settlement = device.settlement(of: game, in: chat), !book.entries.isEmpty {
            let deeds = settlement.accounts.map { account in
                settlement.isReturned
                    ? "\(account.bettor.token) has \(account.stake) back"
                    : account.payout > 0
                        ? "\(account.bettor.token) won \(account.payout) for \(account.stake)"
                        : "\(account.bettor.token) lost \(account.stake)"
            }
            return "Bets: \(deeds.prefix(Self.betsInLine).joined(separator: ", "))"
                + (deeds.count > Self.betsInLine ? ", and more: `bets`." : ".")
        }
        let count = book.entries.count + offers.count
        guard count <= Self.betsInLine else {
            return
                "Bets: \(count), \(book.entries.reduce(0) { $0 + $1.bet.chips }) chips in the pot; `bets` lists them."
        }
        let standing = book.entries.indices.map { index in
            let bet = book.entries[index].bet
            return "\(bet.bettor.token) \(bet.chips) on \(target(bet)), would win \(prize(of: index, in: book))"
        }
        let waiting = offers.map { "\($0.bettor.token) \($0.chips) on \(target($0)), counts with the next move" }
        return "Bets: \((standing + waiting).joined(separator: "; "))."
    }

    /// Returns the name of what a bet is on.
    private func target(_ bet: Bet) -> String {
        guard bet.pool > 0 else { return "a draw" }
        return seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)"
    }

    /// Returns the prize of a bet in the book if it wins, with the bets that count so far.
    private func prize(of index: Int, in book: BetBook) -> Int {
        let pool = book.entries[index].bet.pool
        return book.settlement(winners: pool == 0 ? [] : [pool]).payouts[index]
    }

    /// Shows the bets that count, those that don't yet, and everybody's remaining chips.
    func showBets() {
        guard let record = device.match(of: game, in: chat)?.record else { return say("There is no match yet.") }
        let book = record.book
        func pool(_ bet: Bet) -> String {
            guard bet.pool > 0 else { return "nobody wins" }
            return "\(seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)") wins"
        }
        let settlement = device.settlement(of: game, in: chat)
        for (index, entry) in zip(book.entries.indices, book.entries) {
            let prize = settlement == nil ? " It would win \(prize(of: index, in: book))." : ""
            say(
                "\(entry.bet.bettor.token) bets \(entry.bet.chips) that \(pool(entry.bet)); ply \(entry.ply) carries it.\(prize)"
            )
        }
        for offer in record.bets {
            say("\(offer.bet.bettor.token) offers \(offer.bet.chips) that \(pool(offer.bet)); not carried yet.")
        }
        if let settlement, !book.entries.isEmpty {
            return showSettlement(settlement)
        }
        for account in book.settlement(winners: nil).accounts {
            say("\(account.bettor.token) has \(book.left(of: account.bettor.key)) of \(Bet.chipsOfBettor) chips left.")
        }
        let isTaken = book.entries.isEmpty && record.bets.isEmpty
        say(
            (isTaken ? "Nobody has bet. " : "")
                + poolsLine(book),
            .quiet)
    }

    private func poolsLine(_ book: BetBook) -> String {
        guard book.isComplete else { return "The pools open when every seat is taken." }
        return device.takesBets(on: game, in: chat)
            ? "The pools are open until every seat has made two moves; the last of those carries no bets."
            : "The pools are closed."
    }

    /// Shows what everybody won or lost.
    private func showSettlement(_ settlement: Settlement) {
        for account in settlement.accounts {
            let bettor = "\(account.bettor.token)"
            let deed =
                settlement.isReturned
                ? "\(bettor) has \(account.stake) back"
                : account.payout > 0
                    ? "\(bettor) won \(account.payout) for \(account.stake)"
                    : "\(bettor) lost \(account.stake)"
            say("\(deed), and has \(account.balance) chips now.")
        }
        say(settlement.isReturned ? "The bets were given back." : "The bets are settled.", .quiet)
    }
}
