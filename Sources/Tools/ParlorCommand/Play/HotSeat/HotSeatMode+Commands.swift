import Foundation
import Parlor

extension HotSeatMode {
    static let commands = CommandTable<HotSeatMode>(
        column: 27, pages: helpPages,
        [
            CommandGroup(
                "playing",
                [
                    .moves("m"), .rules(),
                    Command("undo", ["u"], takes: .times, help: "take back a turn, or n turns") { try $0.undo($1) },
                    Command("redo", ["r"], takes: .times, help: "redo an undone turn, or n turns") { try $0.redo($1) },
                    Command("resign", help: "give up") { try $0.resign() },
                    Command("new", takes: .seed, help: "start another match") { try $0.begin(seed: $1) },
                    Command("rematch", help: "start another match; the second player begins") { try $0.rematch() },
                ]),
            CommandGroup(
                "looking",
                [
                    Command("board", ["b"], help: "draw again, as Enter does") { $0.isStale = true },
                    Command("history", ["hi"], help: "list what was played") { try $0.showHistory() },
                    Command(
                        "view", ["v"], takes: .viewer, help: "draw the board as a seat sees it",
                        completions: { session, _ in session.seatWords.map { "view \($0)" } + ["view spectator"] },
                        run: { try $0.view($1) }),
                    Command("replay", takes: .optional("FILE"), help: "step through the match, or a file") {
                        try $0.replay($1)
                    },
                ]),
            CommandGroup(
                "keeping",
                [
                    Command("save", takes: .text("FILE"), help: "save the match; a FILE.play is text") {
                        try $0.save($1)
                    },
                    Command("load", takes: .text("FILE"), help: "continue a saved match") { try $0.load($1) },
                ]),
            CommandGroup(
                "bots",
                [
                    Command(
                        "bot", takes: .bot, help: "list who plays, or let a bot play a seat",
                        completions: { session, _ in
                            session.seatWords.flatMap { ["bot \($0) random", "bot \($0) off"] }
                        }, run: { try $0.setBot($1) }),
                    Command("auto", ["a"], takes: .timesOrAll, help: "let bots play n plies, or to the end") {
                        session, count in try LuaThread.run { try session.auto(count) }
                    },
                ]),
            CommandGroup(
                "authors",
                [
                    .state("s"), .lua("l"),
                    Command("stats", help: "show memory, time and instructions") { $0.showStats() },
                    Command("reload", help: "read the script again, keep the match") { try $0.reload() },
                ]),
            CommandGroup("others", [.help("h"), .quit("q")]),
        ])

    /// The words that name a seat.
    private var seatWords: [String] { players.names + (1...match.seats).map(String.init) }
}

/// A request for a bot to play seats, or to stop.
struct BotWish: Equatable {
    /// A seat's number or name, or `all`.
    var who: String
    var isOn: Bool
}

extension CommandArgument<String?> {
    /// A seat's number or name, or `spectator`; nil for the seat at the keyboard.
    static var viewer: Self {
        Self(usage: "[as] SEAT|spectator") { text in
            let who = text.hasPrefix("as ") ? text.dropFirst(3).trimmingCharacters(in: .whitespaces) : text
            return .some(who.isEmpty ? nil : who)
        }
    }
}

extension CommandArgument<BotWish?> {
    /// A request about bots; nil asks who plays.
    static var bot: Self {
        Self(usage: "[SEAT [random|off]]") { text in
            var words = text.split(separator: " ").map(String.init)
            let last = words.last
            let isSaid = words.count > 1 && (last == "random" || last == "off")
            if isSaid { words.removeLast() }
            let wish = BotWish(who: words.joined(separator: " "), isOn: !isSaid || last != "off")
            return .some(words.isEmpty ? nil : wish)
        }
    }
}

extension CommandArgument<UInt64?> {
    /// A seed; nil for any.
    static var seed: Self {
        Self(usage: "[seed]") { text in text.isEmpty ? .some(nil) : UInt64(text).map { $0 } }
    }
}

// The help for each command at one keyboard.
extension HotSeatMode {
    static let helpPages =
        HelpPage.ofEveryMode + [
            HelpPage(
                "undo", "take a turn back",
                "Takes back the last turn, and the moves that bots made after it. A number takes back that many turns. "
                    + "`redo` plays them again.",
                ["undo", "undo 2"]),
            HelpPage(
                "redo", "play it again", "Plays the turns again that `undo` took back. A new move discards them.",
                ["redo", "redo 2"]),
            HelpPage(
                "resign", "give up", "Gives up the match for the player in turn. You are asked first.", ["resign"]),
            HelpPage(
                "new", "another match",
                "Starts another match with the same options. The same seed gives the same dice and cards.",
                ["new", "new 7"]),
            HelpPage(
                "rematch", "the same players",
                "Starts another match with the same players when this one is over. The second seat's player begins.",
                ["rematch"]),
            HelpPage(
                "board", "draw it again", "Draws the board and whose turn it is. Enter alone does the same.", ["board"]),
            HelpPage(
                "history", "what was played",
                "Lists all plies, as the seat at the keyboard may know them, and the result of the match.",
                ["history"]),
            HelpPage(
                "view", "what a seat sees",
                "Draws the board as a seat or a spectator sees it. Name the seat by its number or its player.",
                ["view 2", "view spectator"]),
            HelpPage(
                "replay", "step through it",
                "Steps through the match from its beginning, or through a saved match. Enter shows the next turn.",
                ["replay", "replay friday.save"]),
            HelpPage(
                "save", "keep the match",
                "Writes the match to a file for `load` and `parlor replay`. A file with the extension .play is a text. "
                    + "The file contains the secrets of all seats.",
                ["save friday.save", "save mine.play"]),
            HelpPage(
                "load", "continue one",
                "Continues a match that `save` wrote. The loaded match replaces the current one.",
                ["load friday.save"]),
            HelpPage(
                "bot", "who plays a seat",
                "Lists who plays each seat. `bot 2` lets a bot play seat 2 at random, and `bot 2 off` stops it.",
                ["bot", "bot 2 random", "bot 2 off"]),
            HelpPage(
                "auto", "let bots play", "Lets bots play for all seats, for some plies or until the match is over.",
                ["auto", "auto 5"]),
            HelpPage(
                "stats", "memory and time",
                "For authors: shows the memory of the script, and the cost of the last turn.",
                ["stats"]),
            HelpPage(
                "reload", "read it again",
                "For authors: reads the script again from its folder, and replays the match with it.",
                ["reload"]),
        ]
}

// The actions of the commands at one keyboard.
extension HotSeatMode {
    // MARK: Looking

    func showMoves() throws(GameError) {
        guard let seat = seatToMove else {
            return say("There is no move to make: \(isOver ? "the game is over" : "only bots play").")
        }
        showTable(of: try match.legalMoves(for: seat))
    }

    func showHistory() throws(GameError) {
        let status = try match.status
        let entries = try match.history(for: seatShown)
        if entries.isEmpty { say("Nothing was played yet.") }
        var texts = entries.prefix(status.ply).enumerated().map { narrator.line($0.element, number: $0.offset + 1) }
        texts += entries.dropFirst(status.ply).map { "– \(players.name($0.seat)) has moved" }
        show(screen.table(texts))
        if let outcome = status.outcome { say(outcome.sentence(players.name)) }
    }

    func view(_ who: String?) throws(GameError) {
        var seat = seatShown
        if let who { seat = who.lowercased() == "spectator" ? nil : try players.seat(who) }
        if let seat, seat != viewer, !mayReveal() { return }
        say("As \(seat.map(players.name) ?? "a spectator") sees it:", .quiet)
        show(try board(for: seat))
        showPrinted()
    }

    func showState(isWhole: Bool) throws(GameError) {
        let seat = isSharingSecrets ? viewer ?? seatShown : seatShown
        try showState(isWhole: isWhole, of: match, isOver: isOver, seat: seat, name: seat.map(players.name))
    }

    func evaluate(_ expression: String) throws(GameError) {
        guard mayReveal() else { return }
        try showResults { () throws(GameError) in
            let results = try match.views.evaluate(expression, seat: seatShown)
            showPrinted()
            return results
        }
    }

    func showStats() {
        guard let meters = match.meters else {
            return say("The Lua state was discarded after a failure. The next move creates a new one.")
        }
        say(
            "Memory: \(Self.kilobytes(meters.used)) used, \(Self.kilobytes(meters.peak)) at most, \(Self.kilobytes(meters.limit)) allowed."
        )
        say("Granted in the last call: \(Self.kilobytes(meters.granted)).")
        say(imagesHeld(assets.held, atMost: assets.capacity))
        guard let lastTurn else { return }
        let hundredths = Int(saturating: lastTurn.time / .microseconds(10))
        let time = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) ms"
        let counted = "\(lastTurn.instructions) instructions; counting them takes half of the time."
        say("Last turn: \(time), \(counted)")
    }

    private static func kilobytes(_ bytes: Int) -> String { "\((bytes + 1023) / 1024) KB" }

    // MARK: Going back and forth

    /// Undoes turns. A ply with a random draw isn't undone, because a player has seen its result.
    /// If only bots play, it is undone, because bots gain nothing from the result.
    func undo(_ count: Int) throws(GameError) {
        let keepsDraws = !humans.isEmpty
        try step(
            count, by: { match throws(GameError) in keepsDraws ? try match.undoKeepingDraws() : try match.undo() },
            "There is nothing to take back.")
    }

    func redo(_ count: Int) throws(GameError) {
        try step(count, by: { match throws(GameError) in try match.redo() }, "There is nothing to play again.")
    }

    /// Undoes or redoes `count` turns. If bots play, each turn continues until a person is to move
    /// or the match is over.
    ///
    /// - Parameter action: Returns nil for a step that isn't allowed. In that case the match
    ///   returns to its position before this turn.
    private func step(
        _ count: Int, by action: (Match) throws(GameError) -> Bool?, _ nothing: String
    ) throws(GameError) {
        let start = try match.status.ply + match.log.count
        var left = count
        var isDrawn = false
        while left > 0 {
            var isDone = false
            let before = try match.status.ply
            while !isDone {
                let done = try action(match)
                if done == nil {
                    isDrawn = true
                    while try match.status.ply < before, try match.redo() {}
                }
                guard done == true else {
                    left = 0  // no more can be undone or redone, whatever the count
                    break
                }
                let isOver = try match.status.outcome != nil
                isDone = isOver || humans.isEmpty || seatToMove != nil
            }
            left -= 1
        }
        let seen = "A random draw can't be taken back, because its result has been seen."
        guard try match.status.ply + match.log.count != start else { return refuse(isDrawn ? seen : nothing) }
        forgetNews(to: try match.status.ply)
        note(Self.standing(afterPlies: try match.status.ply) + (isDrawn ? " " + seen : ""))
    }

    /// Returns the position of the match in plain words.
    static func standing(afterPlies count: Int) -> String {
        switch count {
        case 0: "The match is at its beginning."
        default: "This is the match after \(counted(count, "move"))."
        }
    }

    // MARK: Other matches

    /// Replaces the match by another one.
    func change(to match: Match) throws(GameError) {
        prepare(match)
        let ply = try match.status.ply  // if the setup fails, the old match stays
        self.match = match
        if players.count != match.seats {
            let bots = players.bots.filter { $0 <= match.seats }
            players = Players(count: match.seats)
            players.bots = bots
        }
        told = [:]
        for key in 0...match.seats { told[key] = ply }
        kept = nil
        viewer = nil
        lastNews = nil
        lastTurn = nil
        botsRest = false
        isStale = true
    }

    func save(_ path: String) throws(GameError) {
        try MatchFile.write(match, to: path)
        kept = match.log
        say("Saved in \(path).")
    }

    func load(_ path: String) throws(GameError) {
        let (match, notice) = try MatchFile.read(path).match(of: match.script)
        try change(to: match)
        if notice == nil { kept = match.log }
        note(notice ?? "Loaded \(path).")
    }

    func begin(seed: UInt64?) throws(GameError) {
        guard isOver || match.log.isEmpty || confirms("The match isn't over. Begin another one?") else {
            return note("The match continues.")
        }
        let seed = seed ?? PlayCommand.anySeed()
        try change(to: try Match(of: match.script, seats: match.seats, options: match.options, seed: seed))
        bot = RandomBot(seed: seed)
        note("A new match, seed \(seed).")
    }

    /// Starts another match, in which the player of the second seat begins.
    func rematch() throws(GameError) {
        guard isOver else { return refuse("The match isn't over: `new` begins another one, `resign` gives up.") }
        let turned = players.turned
        try begin(seed: nil)
        players = turned
        note("\(players.name(1)) begins.")
    }

    func reload() throws(RereadError) {
        var fresh: GameScript?
        do throws(GameError) {
            let read = try readScript()
            fresh = read
            try change(to: try match.replayed(under: read))
        } catch {
            throw RereadError(error, of: fresh, known: script)
        }
        note("Reloaded; \(counted(plies: match.log.count)) \(match.log.count == 1 ? "was" : "were") played again.")
    }

    func replay(_ path: String?) throws(GameError) {
        let viewer = isSharingSecrets ? self.viewer : seatShown
        let replayer: Replayer
        if let path {
            let (match, _) = try MatchFile.read(path).match(of: match.script)
            replayer = try Replayer(match, players: players, screen: screen, viewer: nil)
        } else {
            replayer = try Replayer(match, players: players, screen: screen, viewer: viewer)
        }
        try answers.draw { () throws(GameError) in
            try replayer.run(on: lines, write: answers.write, stepping: lines.isInteractive)
        }
        isStale = lines.isInteractive
    }

    // MARK: Bots and resigning

    func setBot(_ wish: BotWish?) throws(GameError) {
        guard let wish else { return say("Seats: \(players.roster).") }
        let seats = wish.who == "all" ? Set(1...match.seats) : [try players.seat(wish.who)]
        if wish.isOn { players.bots.formUnion(seats) } else { players.bots.subtract(seats) }
        botsRest = false
        note("Seats: \(players.roster).")
    }

    func resign() throws(GameError) {
        guard let seat = seatToMove else {
            return refuse(
                isOver
                    ? "The match is over, so nobody can resign. `rematch` and `new` begin another one."
                    : "Only bots play, and bots don't resign.")
        }
        guard confirms("Resign for \(players.name(seat))?") else { return note("The match continues.") }
        _ = try match.leave(seat: seat)
        isStale = true
    }
}
