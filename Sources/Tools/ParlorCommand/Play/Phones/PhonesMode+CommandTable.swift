import Foundation
import Parlor

extension PhonesMode {
    static let commands = CommandTable<PhonesMode>(
        column: 20, pages: PhonesHelp.pages,
        [
            CommandGroup("playing", playing), CommandGroup("matches", matches), CommandGroup("betting", bets),
            CommandGroup("phone", phone), CommandGroup("setup", setup), CommandGroup("network", network),
            CommandGroup("authors", authors), CommandGroup("others", [.help(), .quit()]),
        ])

    private static let playing: [Command<PhonesMode>] = [
        .moves(), .rules(),
        Command(
            "undo", takes: .timesOrWhole, help: "take back the last drafted move, n of them, or all",
            run: { try $0.takeBack($1) }
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

    private static let matches: [Command<PhonesMode>] = [
        Command("new", help: "begin another match") { try $0.beginAnew() }.exchanging,
        Command("rematch", help: "start another match; the next seat's player begins") {
            try $0.rematch()
        }.exchanging,
        Command("join", help: "take a seat of the match") { try $0.act(.draft(.join)) }.exchanging,
        Command("start", help: "touch Start; start a group's match with those who joined") {
            try $0.start()
        }.exchanging,
        Command("again", help: "draft the last message again") { try $0.act(.again) }.exchanging,
        Command("resign", help: "give up") { try $0.resign() }.exchanging,
        Command("claim", help: "claim that the player in turn is out of time") { try $0.claim() }.exchanging,
        Command("theirs", help: "take the other version of a disputed match") {
            try $0.act(.theirs)
        }.exchanging,
    ]

    private static let bets: [Command<PhonesMode>] = [
        Command(
            "bet", takes: .bet,
            help: "bet play chips on the result, without a seat",
            completions: { $0.spectatorText.betCandidates(for: $1) }, run: { try $0.bet($1) }
        ).redrawing,
        Command("bets", help: "list the bets and everybody's chips") { $0.spectatorText.showBets(on: $0.console) },
    ]

    private static let phone: [Command<PhonesMode>] = [
        Command(
            "open", takes: .place, help: "open the game; with media, as in a video call",
            run: { try $0.steps.stimulate(.openFromDrawer($1)) }
        ).redrawing,
        Command(
            "tap", takes: .tap,
            help: "tap the last or nth last bubble, or touch MOVE in it",
            run: { try $0.phoneCommands.tap($1) }
        ).redrawing,
        Command("expand", help: "make the game large") { try $0.steps.stimulate(.expand) }.redrawing,
        Command("compact", help: "make the game small; the draft field shows") {
            try $0.steps.stimulate(.collapse)
        }.redrawing,
        Command("send", help: "send what is in the draft field") { try $0.steps.stimulate(.userSend) }.exchanging,
        Command("cancel", help: "delete the drafted message") { try $0.steps.stimulate(.userDeleteDraft) }.redrawing,
        Command("text", takes: .text("WORDS"), help: "type words into the draft field") {
            try $0.phoneCommands.type($1)
        }.redrawing,
        Command(
            "sticker", takes: .optional("NAME"), help: "list the stickers, or put one into the draft field",
            run: { try $0.phoneCommands.sticker($1) }),
        Command("dismiss", help: "let the game close itself") { try $0.phoneCommands.dismiss() }.redrawing,
        Command("close", help: "close the game") { try $0.steps.stimulate(.close) }.redrawing,
    ]

    private static let network: [Command<PhonesMode>] = [
        Command("receive", ["wait"], help: "let the next message arrive") { try $0.networkCommands.receive() }
            .exchanging,
        Command(
            "offline", takes: .optional("PERSON"), help: "take a phone off the network",
            completions: people("offline"), run: { try $0.networkCommands.goOffline($1) }
        ).redrawing,
        Command(
            "online", takes: .optional("PERSON"), help: "reconnect the phone", completions: people("online"),
            run: { try $0.networkCommands.goOnline($1) }
        ).exchanging,
        Command("drop", help: "lose this phone's next message") { $0.networkCommands.dropNext() }.redrawing,
        Command("delay", takes: .time("TIME"), help: "delay this phone's next message, by 30s, 5m, …") {
            try $0.networkCommands.delayNext(by: $1)
        }.redrawing,
        Command("duplicate", help: "deliver this phone's next message twice") { $0.networkCommands.duplicateNext() }
            .redrawing,
        Command("reorder", help: "reverse the order of the messages on their way here") { $0.networkCommands.reorder() }
            .redrawing,
        Command("partition", help: "cut this phone off from the others") { $0.networkCommands.partition() }.redrawing,
        Command("heal", help: "end the partition") { $0.networkCommands.heal() }.exchanging,
        Command("time", takes: .time("+TIME"), help: "let time pass, such as time +5m") {
            try $0.networkCommands.pass($1)
        }.exchanging,
    ]

    private static let setup: [Command<PhonesMode>] = [
        Command(
            "screen", takes: .looks, help: "show or change the display settings",
            run: { try $0.phoneCommands.setUp($1) }
        ).redrawing,
        Command("chat", takes: .optional("NAME"), help: "switch to another conversation of the same people") {
            try $0.enterChat($1)
        }.redrawing,
        Command("game", takes: .optional("GAME"), help: "switch to another game, on all phones") {
            try $0.takeGame($1)
        }.redrawing,
        Command("install", help: "install the game on this phone") { try $0.phoneCommands.install() }
            .exchanging,
        Command("uninstall", help: "remove the game and its data from this phone") { session in
            try session.phoneCommands.uninstall(confirm: session.confirms)
        }.redrawing,
        Command("memory", help: "send this phone's games a memory warning") {
            try $0.steps.stimulate(.memoryWarning)
            $0.say("\($0.context.person)'s games got a memory warning; `log` shows what they did.", .quiet)
        }.redrawing,
        Command(
            "kill", takes: .optional("INSTANCE"), help: "end an instance, such as bubble2",
            run: { try $0.phoneCommands.kill($1) }
        ).redrawing,
    ]

    private static let authors: [Command<PhonesMode>] = [
        .state(), .lua(),
        Command("reload", help: "read the script again, and put it on the phones") { try $0.reload() }.redrawing,
        Command("log", takes: .whole, help: "list the callbacks of this phone's game") {
            $0.phoneCommands.showLog(isWhole: $1)
        },
        Command("url", help: "show the url of the drafted or last message") { $0.phoneCommands.showURL() },
        Command("stats", help: "show the memory of this phone's games") { $0.showStats() },
    ]

    /// Returns completions for a command that takes a person.
    private static func people(_ word: String) -> @Sendable (PhonesMode, String) -> [String] {
        { session, _ in session.context.world.people.map { "\(word) \($0)" } }
    }
}

extension Command<PhonesMode> {
    /// The same command, with the phones redrawn after it, even if it fails.
    fileprivate var redrawing: Self {
        within { session, deed in
            defer { session.isStale = true }
            try deed(session)
        }
    }

    /// The same command, for a command that may send or deliver messages. Afterwards the match
    /// catches up, and another person may be to move.
    fileprivate var exchanging: Self {
        within { session, deed in
            try deed(session)
            if !session.context.isSlow { try session.catchUp() }
        }.redrawing
    }
}
