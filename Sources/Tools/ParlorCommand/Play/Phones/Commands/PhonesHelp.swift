/// The help for each command on simulated phones.
enum PhonesHelp {
    static let pages = HelpPage.ofEveryMode + ofPlaying + ofPhones + ofNetwork + ofSetup + ofAuthors

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
