import Foundation
import Parlor

extension ChatSession {
    static let commands = CommandTable<ChatSession>(
        column: 20, pages: helpPages,
        [
            CommandGroup("playing", playing), CommandGroup("matches", matches), CommandGroup("betting", bets),
            CommandGroup("phone", phone), CommandGroup("setup", setup), CommandGroup("network", network),
            CommandGroup("authors", authors), CommandGroup("others", [.help(), .quit()]),
        ])

    private static let playing: [Command<ChatSession>] = [
        .moves(), .rules(),
        Command(
            "undo", takes: .timesOrWhole, help: "take back the last drafted move, n of them, or all",
            run: { try $0.takeBackDraft($1) }
        ).redrawing,
        Command("auto", takes: .timesOrAll, help: "let bots play n moves for everybody, or to the end") {
            try $0.autoQuickly($1)
        }.redrawing,
        Command("phones", help: "draw the phones again") { _ in }.redrawing,
        Command(
            "as", takes: .text("PERSON"), help: "take another person's phone", completions: people("as"),
            run: { try $0.sit($1) }
        ).redrawing,
    ]

    private static let matches: [Command<ChatSession>] = [
        Command("new", help: "begin another match") { try $0.beginAnew() }.exchanging,
        Command("rematch", help: "another match with the same people; the next one begins") {
            try $0.rematch()
        }.exchanging,
        Command("join", help: "take a seat of the match") { try $0.act(.draft(.join)) }.exchanging,
        Command("start", help: "touch Start; start a group's match with those who joined") {
            try $0.start()
        }.exchanging,
        Command("again", help: "stage the last message again") { try $0.act(.again) }.exchanging,
        Command("resign", help: "give up") { try $0.resign() }.exchanging,
        Command("claim", help: "claim that the others' time is up") { try $0.claim() }.exchanging,
        Command("theirs", help: "go on with the other version of a match that is disputed") {
            try $0.act(.theirs)
        }.exchanging,
    ]

    private static let bets: [Command<ChatSession>] = [
        Command(
            "bet", takes: .bet,
            help: "watchers bet play chips; `again` repeats it",
            completions: { $0.betCandidates(for: $1) }, run: { try $0.bet($1) }
        ).redrawing,
        Command("bets", help: "who has bet what, and what is left") { $0.showBets() },
    ]

    private static let phone: [Command<ChatSession>] = [
        Command(
            "open", takes: .place, help: "open the game from the drawer; media: from a call",
            run: { try $0.stimulate(.openFromDrawer($1)) }
        ).redrawing,
        Command(
            "tap", takes: .tap,
            help: "tap the last bubble, or the nth from the end; MOVE in it",
            run: { try $0.tap($1) }
        ).redrawing,
        Command("expand", help: "make the game large") { try $0.stimulate(.expand) }.redrawing,
        Command("compact", help: "make the game small; the draft field shows") {
            try $0.stimulate(.collapse)
        }.redrawing,
        Command("send", help: "send what is in the draft field") { try $0.stimulate(.userSend) }.exchanging,
        Command("cancel", help: "delete the drafted message") { try $0.stimulate(.userDeleteDraft) }.redrawing,
        Command("text", takes: .text("WORDS"), help: "type words into the draft field") {
            try $0.type($1)
        }.redrawing,
        Command(
            "sticker", takes: .optional("NAME"), help: "the game's stickers; put one into the draft field",
            run: { try $0.sticker($1) }),
        Command("dismiss", help: "let the game close itself") { try $0.dismiss() }.redrawing,
        Command("close", help: "close the game") { try $0.stimulate(.close) }.redrawing,
    ]

    private static let network: [Command<ChatSession>] = [
        Command("receive", ["wait"], help: "let the network bring what comes next") { try $0.receive() }.exchanging,
        Command(
            "offline", takes: .optional("PERSON"), help: "take a phone off the network",
            completions: people("offline"), run: { try $0.goOffline($1) }
        ).redrawing,
        Command(
            "online", takes: .optional("PERSON"), help: "bring it back", completions: people("online"),
            run: { try $0.goOnline($1) }
        ).exchanging,
        Command("drop", help: "lose this phone's next message") { $0.dropNext() }.redrawing,
        Command("delay", takes: .time("TIME"), help: "delay it, such as 30s or 5m") {
            try $0.delayNext(by: $1)
        }.redrawing,
        Command("duplicate", help: "bring it twice") { $0.duplicateNext() }.redrawing,
        Command("reorder", help: "turn round what is on its way to this phone") { $0.reorder() }.redrawing,
        Command("partition", help: "cut this phone off from the others") { $0.partition() }.redrawing,
        Command("heal", help: "end the partition") { $0.heal() }.exchanging,
        Command("time", takes: .time("+TIME"), help: "let time pass, such as time +5m") {
            try $0.pass($1)
        }.exchanging,
    ]

    private static let setup: [Command<ChatSession>] = [
        Command(
            "screen", takes: .looks, help: "how the phone is set up; change that",
            run: { try $0.setUp($1) }
        ).redrawing,
        Command("chat", takes: .optional("NAME"), help: "another conversation of the same people") {
            try $0.enterChat($1)
        }.redrawing,
        Command("game", takes: .optional("GAME"), help: "another game beside this one, on all phones") {
            try $0.takeGame($1)
        }.redrawing,
        Command("install", help: "put the game on this phone, where it isn't yet") { try $0.install() }.exchanging,
        Command("uninstall", help: "take the game off this phone, with its store") { try $0.uninstall() }.redrawing,
        Command("memory", help: "warn this phone's games that memory runs short") {
            try $0.stimulate(.memoryWarning)
            $0.say("\($0.person)'s games were told that memory runs short; `log` has it.", .quiet)
        }.redrawing,
        Command(
            "kill", takes: .optional("INSTANCE"), help: "end an instance as the system may, such as bubble2",
            run: { try $0.kill($1) }
        ).redrawing,
    ]

    private static let authors: [Command<ChatSession>] = [
        .state(), .lua(),
        Command("reload", help: "read the script again, and put it on the phones") { try $0.reload() }.redrawing,
        Command("log", takes: .whole, help: "what was called in which instance of this phone") {
            $0.showLog(isWhole: $1)
        },
        Command("url", help: "the url of the drafted or last message") { $0.showURL() },
        Command("stats", help: "memory of this phone's games") { $0.showStats() },
    ]

    /// Completes a command that takes one of the people.
    private static func people(_ word: String) -> @Sendable (ChatSession, String) -> [String] {
        { session, _ in session.world.people.map { "\(word) \($0)" } }
    }
}

extension Command<ChatSession> {
    /// The phones are drawn anew afterwards, whatever came of it.
    fileprivate var redrawing: Self {
        within { session, deed in
            defer { session.isStale = true }
            try deed(session)
        }
    }

    /// Messages may come or go by it, so that another person is to move afterwards.
    fileprivate var exchanging: Self {
        within { session, deed in
            try deed(session)
            if !session.isSlow { try session.catchUp() }
        }.redrawing
    }
}
