import Foundation
import Parlor

extension PhonesMode {
    static let commands = CommandTable<PhonesMode>(
        column: 20, pages: helpPages,
        [
            CommandGroup("playing", playing), CommandGroup("matches", matches), CommandGroup("betting", bets),
            CommandGroup("phone", phone), CommandGroup("setup", setup), CommandGroup("network", network),
            CommandGroup("authors", authors), CommandGroup("others", [.help(), .quit()]),
        ])

    private static let playing: [Command<PhonesMode>] = [
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

    private static let matches: [Command<PhonesMode>] = [
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

    private static let bets: [Command<PhonesMode>] = [
        Command(
            "bet", takes: .bet,
            help: "watchers bet play chips; `again` repeats it",
            completions: { $0.betCandidates(for: $1) }, run: { try $0.bet($1) }
        ).redrawing,
        Command("bets", help: "who has bet what, and what is left") { $0.showBets() },
    ]

    private static let phone: [Command<PhonesMode>] = [
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

    private static let network: [Command<PhonesMode>] = [
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

    private static let setup: [Command<PhonesMode>] = [
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

    private static let authors: [Command<PhonesMode>] = [
        .state(), .lua(),
        Command("reload", help: "read the script again, and put it on the phones") { try $0.reload() }.redrawing,
        Command("log", takes: .whole, help: "what was called in which instance of this phone") {
            $0.showLog(isWhole: $1)
        },
        Command("url", help: "the url of the drafted or last message") { $0.showURL() },
        Command("stats", help: "memory of this phone's games") { $0.showStats() },
    ]

    /// Returns completions for a command that takes a person.
    private static func people(_ word: String) -> @Sendable (PhonesMode, String) -> [String] {
        { session, _ in session.world.people.map { "\(word) \($0)" } }
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

    /// The same command for one that may send or deliver messages. Afterwards the match catches up,
    /// and another person may be to move.
    fileprivate var exchanging: Self {
        within { session, deed in
            try deed(session)
            if !session.isSlow { try session.catchUp() }
        }.redrawing
    }
}

// The help for each command on simulated phones.
extension PhonesMode {
    static let helpPages = HelpPage.ofEveryMode + ofPlaying + ofPhones + ofNetwork + ofSetup + ofAuthors

    private static let ofPlaying = [
        HelpPage(
            "undo", "take a draft back",
            "Takes back what you drafted and haven't sent. What was sent stays: others may have read it.", ["undo"]),
        HelpPage(
            "auto", "let bots play",
            "Lets bots play for everybody: so many moves, or to the end. With `--slow` every step is yours.",
            ["auto", "auto 3"]),
        HelpPage("phones", "draw again", "Draws the phones again. Enter alone does the same.", ["phones"]),
        HelpPage(
            "as", "another's phone",
            "Puts another person's phone into your hands. A click on a phone that stands beside does the same.",
            ["as Bob"]),
        HelpPage(
            "new", "another match",
            "Begins another match. You are asked first where one is under way. With more than two seats the others `join`, and you `start`.",
            ["new"]),
        HelpPage(
            "rematch", "the same again",
            "After the end: another match with the same people and options. Whoever sits on the next seat begins.",
            ["rematch"]),
        HelpPage(
            "join", "take a seat",
            "Asks for a free seat of the match that you were invited to. With two seats a move takes the free one, too.",
            ["join"]),
        HelpPage(
            "start", "begin the match",
            "Touches the Start button; or, for whoever invited, begins the match with all who joined.", ["start"]),
        HelpPage(
            "again", "the last message",
            "Drafts your last message once more, for when it was lost on its way. With `--slow`, `send` then sends it. Nobody takes a message twice.",
            ["again"]),
        HelpPage("resign", "give up", "Gives the match up for the person at hand. You are asked first.", ["resign"]),
        HelpPage(
            "claim", "their time is up",
            "Claims the match because whoever is to move let too much time pass. It needs `--turn-limit`; `time` lets time pass.",
            ["claim"]),
        HelpPage(
            "theirs", "their version",
            "Where two versions of a match stand, since two moves crossed or somebody forged one: goes on with the other version. Yours is given up.",
            ["theirs"]),
        HelpPage(
            "bet", "chips on the end",
            "Who has no seat bets play chips on how the match ends: on a person, a seat or a draw. Everybody has 100 in a match; the winners share the pot. A bet counts once a move carries it, and bets are closed when every seat has made two moves.",
            ["bet 20 on Ann", "bet 5 seat 2", "bet 10 draw"]),
        HelpPage(
            "bets", "who bet what",
            "Lists every bet, what it would win, what everybody has left, and whether more can be bet; after the end, what was won.",
            ["bets"]),
    ]

    private static let ofPhones = [
        HelpPage(
            "open", "open the game",
            "Opens the game from the phone's drawer, small. `open media` opens it as from a call, where no messages are.",
            ["open", "open media"], also: ["media"]),
        HelpPage(
            "tap", "tap a bubble",
            "Taps the last message, which opens its game; a number counts from the end. With a move it touches that move in a live bubble, `draft` in the drafted one.",
            ["tap", "tap 2", "tap 1 b2"]),
        HelpPage(
            "expand", "make it large", "Makes the open game large. It covers the draft field then.", ["expand"],
            also: ["expanded"]),
        HelpPage("compact", "make it small", "Makes the open game small, so that the draft field shows.", ["compact"]),
        HelpPage(
            "send", "send the draft",
            "Sends what is in the draft field. With `--slow` it is under way then: `receive` brings it to the others.",
            ["send"]),
        HelpPage("cancel", "delete the draft", "Deletes the drafted message. The match stands as before.", ["cancel"]),
        HelpPage(
            "text", "write words", "Types words into the draft field, to be sent like a message.", ["text Well played!"]
        ),
        HelpPage(
            "sticker", "add a sticker", "Lists the game's stickers; with a name, puts that one into the draft field.",
            ["sticker", "sticker wow"]),
        HelpPage("dismiss", "it closes itself", "Lets the open game close itself, as its script may.", ["dismiss"]),
        HelpPage(
            "close", "close the game", "Closes the open game. The match stays, and `open` or `tap` opens it again.",
            ["close"]),
    ]

    private static let ofNetwork = [
        HelpPage(
            "receive", "let one arrive",
            "Lets time pass until the network brings the next thing, to whichever phone. `wait` is the same word. What the network lost never comes: its sender types `again`, then `send`.",
            ["receive", "wait"]),
        HelpPage(
            "offline", "phone goes off",
            "Takes a phone off the network, this one unless you name another. What it sends and what comes for it waits.",
            ["offline", "offline Bob"]),
        HelpPage(
            "online", "and comes back", "Brings the phone back; what waited goes on its way.", ["online", "online Bob"]),
        HelpPage(
            "drop", "lose the next",
            "The network will lose the next message of this phone. Nobody hears of it; `again` sends it once more.",
            ["drop"],
            also: ["lose", "lost"]),
        HelpPage(
            "delay", "hold the next",
            "The next message of this phone takes so much longer: 30 seconds, 5 minutes, 2 hours. Later ones may overtake it.",
            ["delay 30s", "delay 5m"]),
        HelpPage("duplicate", "bring it twice", "The next message of this phone arrives twice.", ["duplicate"]),
        HelpPage(
            "reorder", "turn it round", "Turns round the order of what is on its way to this phone.", ["reorder"]),
        HelpPage(
            "partition", "cut this off",
            "Cuts this phone off from the others, until `heal`. What is sent meanwhile waits.", ["partition"]),
        HelpPage("heal", "join all again", "All phones reach each other again, and what waited goes on.", ["heal"]),
        HelpPage(
            "time", "let time pass",
            "Lets time pass, as `delay` and `--turn-limit` need it. The clock stands still otherwise.",
            ["time +5m", "time +2h"]),
    ]

    private static let ofSetup = [
        HelpPage(
            "screen", "size, dark, …",
            "Says how the phone is set up. With words it changes that: `dark` or `light`; width and height in points; `text` and a scale for larger text; `locale`; `bubble` and its greatest width.",
            ["screen dark", "screen 390x844", "screen text 1.5", "screen locale de_DE", "screen bubble 280"],
            also: ["dark", "light", "size", "scale", "locale", "bubble"]),
        HelpPage(
            "chat", "another chat",
            "Goes to another conversation of the same people, and begins it if it is new. Without a name: which there are.",
            ["chat", "chat work"], also: ["conversation"]),
        HelpPage(
            "game", "another game",
            "Takes another game beside this one, on all phones. Without a name: which are at hand.",
            ["game", "game connect-four"]),
        HelpPage(
            "install", "get the game",
            "Puts the game on this phone, where it isn't yet: a phone named with `--without`, or after `uninstall`. A desktop runs no games.",
            ["install"], also: ["reinstall"]),
        HelpPage(
            "uninstall", "remove it",
            "Takes the game off this phone, with its matches and all that it keeps. You are asked first.", ["uninstall"]
        ),
        HelpPage(
            "memory", "it runs short", "Warns this phone's games that memory runs short; `log` shows what they do.",
            ["memory"]),
        HelpPage(
            "kill", "end the app",
            "Ends a running instance at once, as the system may: the open game, or a bubble such as bubble2. The match stays. `stats` lists what runs.",
            ["kill", "kill bubble2"]),
    ]

    private static let ofAuthors = [
        HelpPage(
            "reload", "read script again",
            "For authors: reads the script again from its folder, and puts it on the phones.", ["reload"]),
        HelpPage(
            "log", "what was called",
            "For authors: which callback was called in which instance of this phone's game, and in which style. `log all` has the whole.",
            ["log", "log all"]),
        HelpPage(
            "url", "a message's url",
            "The url of the drafted message, or else of the last one. `parlor decode` and `parlor show` read it.",
            ["url"]),
        HelpPage(
            "stats", "memory, instances", "For authors: what this phone's game holds in memory, and what runs.",
            ["stats"]),
    ]
}
