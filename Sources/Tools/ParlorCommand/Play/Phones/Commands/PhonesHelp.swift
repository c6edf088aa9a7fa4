/// The help for each command on simulated phones.
enum PhonesHelp {
    static let pages = HelpPage.ofEveryMode + ofPlaying + ofPhones + ofNetwork + ofSetup + ofAuthors

    private static let ofPlaying = [
        HelpPage(
            "undo", "take a draft back",
            "Takes back the last move of your draft, some of its moves, or all. Nothing that you have sent can be taken back, because others may have read it.",
            ["undo"]),
        HelpPage(
            "auto", "let bots play",
            "Lets bots play for everybody until the match is over. With a number, bots play that many moves. With `--slow` there is no `auto`: you make each step.",
            ["auto", "auto 3"]),
        HelpPage("phones", "draw again", "Draws the phones again. Enter alone does the same.", ["phones"]),
        HelpPage(
            "as", "another's phone",
            "Gives you another person's phone. A click on the other phone does the same.",
            ["as Bob"]),
        HelpPage(
            "new", "another match",
            "Starts another match. If a match isn't over, the program asks you first. In a match for three or more, the others type `join` and then you type `start`.",
            ["new"]),
        HelpPage(
            "rematch", "the same again",
            "Starts another match with the same people and options when this one is over. The player of the next seat begins.",
            ["rematch"]),
        HelpPage(
            "join", "take a seat",
            "Asks for a free seat of the match that you were invited to. In a match for two, your first move takes the free seat as well.",
            ["join"]),
        HelpPage(
            "start", "begin the match",
            "Touches the Start button. If you invited the others, starts the match with everybody who has joined.",
            ["start"]),
        HelpPage(
            "again", "the last message",
            "Drafts your last message again, in case it was lost. With `--slow`, type `send` after it. A message that arrives twice changes nothing.",
            ["again"]),
        HelpPage(
            "resign", "give up", "Gives up the match for the person whose phone you hold. The program asks you first.",
            ["resign"]),
        HelpPage(
            "claim", "their time is up",
            "Claims the win because the player in turn has used up their time. This needs `--turn-limit`. `time` lets time pass.",
            ["claim"]),
        HelpPage(
            "theirs", "their version",
            "Replaces your version of a disputed match by the other version, and continues with it. A match has two versions if two moves crossed or if somebody cheated.",
            ["theirs"]),
        HelpPage(
            "bet", "bet on the result",
            "Bets play chips on the result: on a person, a seat or a draw. Only people without a seat can bet, and each of them has 100 chips in a match. A bet counts from the next move on. When every seat has made two moves, nobody can bet any more. The winners share all chips.",
            ["bet 20 on Ann", "bet 5 seat 2", "bet 10 draw"]),
        HelpPage(
            "bets", "list all bets",
            "Lists every bet with its possible prize, and everybody's chips. Says whether you can still bet. When the match is over, lists everybody's wins and losses.",
            ["bets"]),
    ]

    private static let ofPhones = [
        HelpPage(
            "open", "open the game",
            "Opens the game in compact size from the phone's app drawer. `open media` opens it as a video call does, where a game has no messages.",
            ["open", "open media"], also: ["media"]),
        HelpPage(
            "tap", "tap a bubble",
            "Taps the last message, which opens its game. A number counts messages from the end. With a move, touches that move in the message's live bubble. `tap draft` means the draft.",
            ["tap", "tap 2", "tap 1 b2"]),
        HelpPage(
            "expand", "make it large", "Makes the open game large. The game then covers the draft field.", ["expand"],
            also: ["expanded"]),
        HelpPage("compact", "make it small", "Makes the open game small, so that the draft field shows.", ["compact"]),
        HelpPage(
            "send", "send the draft",
            "Sends what is in the draft field. With `--slow`, type `receive` to let the others get it.",
            ["send"]),
        HelpPage(
            "cancel", "delete the draft", "Deletes the drafted message. The match stays as it was before the draft.",
            ["cancel"]),
        HelpPage(
            "text", "write words", "Types words into the draft field, to be sent like a message.", ["text Well played!"]
        ),
        HelpPage(
            "sticker", "add a sticker",
            "Lists the game's stickers. With a name, puts that sticker into the draft field.",
            ["sticker", "sticker wow"]),
        HelpPage(
            "dismiss", "it closes itself", "Makes the open game call `dismiss`, as its script can do.", ["dismiss"]),
        HelpPage(
            "close", "close the game", "Closes the open game. The match stays, and `open` or `tap` opens it again.",
            ["close"]),
    ]

    private static let ofNetwork = [
        HelpPage(
            "receive", "let one arrive",
            "Lets time pass until the network delivers the next message to any phone. `wait` does the same. A lost message never arrives: its sender types `again` and then `send`.",
            ["receive", "wait"]),
        HelpPage(
            "offline", "go offline",
            "Takes this phone off the network, or the phone of the person that you name. Messages from and to the phone wait.",
            ["offline", "offline Bob"]),
        HelpPage(
            "online", "go back online", "Reconnects the phone. The messages that waited continue on their way.",
            ["online", "online Bob"]),
        HelpPage(
            "drop", "lose a message",
            "Makes the network lose the next message of this phone. Nobody is told. `again` drafts the message once more.",
            ["drop"],
            also: ["lose", "lost"]),
        HelpPage(
            "delay", "hold a message",
            "Delays the next message of this phone, for example by 30 seconds, 5 minutes or 2 hours. Later messages can overtake it.",
            ["delay 30s", "delay 5m"]),
        HelpPage("duplicate", "deliver twice", "Makes the next message of this phone arrive twice.", ["duplicate"]),
        HelpPage(
            "reorder", "reverse order", "Reverses the order of the messages that are on their way to this phone.",
            ["reorder"]),
        HelpPage(
            "partition", "cut phone off",
            "Cuts this phone off from the others until `heal`. Messages wait meanwhile.", ["partition"]),
        HelpPage(
            "heal", "end partition", "Ends the partition. The messages that waited continue on their way.", ["heal"]),
        HelpPage(
            "time", "let time pass",
            "Lets time pass. Without this command the clock stands still, and delays and turn limits never end.",
            ["time +5m", "time +2h"]),
    ]

    private static let ofSetup = [
        HelpPage(
            "screen", "size, dark, …",
            "Shows the phone's display settings. With words, changes them: `dark` or `light`, the width and height in points, `text` and its scale, `locale`, `bubble` and its greatest width.",
            ["screen dark", "screen 390x844", "screen text 1.5", "screen locale de_DE", "screen bubble 280"],
            also: ["dark", "light", "size", "scale", "locale", "bubble"]),
        HelpPage(
            "chat", "another chat",
            "Switches to another conversation of the same people. A new name starts a new conversation. Without a name, lists the conversations.",
            ["chat", "chat work"], also: ["conversation"]),
        HelpPage(
            "game", "another game",
            "Adds another game on all phones and switches to it. Without a name, lists the games.",
            ["game", "game connect-four"]),
        HelpPage(
            "install", "get the game",
            "Installs the game on this phone, after `uninstall` or if you named the phone with `--without`. A desktop runs no games.",
            ["install"], also: ["reinstall"]),
        HelpPage(
            "uninstall", "remove it",
            "Removes the game from this phone, with its matches and its stored data. The program asks you first.",
            ["uninstall"]
        ),
        HelpPage(
            "memory", "memory warning", "Sends this phone's games a memory warning. `log` shows what they do.",
            ["memory"]),
        HelpPage(
            "kill", "end the app",
            "Ends a running instance of the game at once, as the system can do: the open game, or a bubble such as bubble2. The match isn't lost. `stats` lists the instances.",
            ["kill", "kill bubble2"]),
    ]

    private static let ofAuthors = [
        HelpPage(
            "reload", "read script again",
            "For authors: reads the script again from its folder, and installs it on the phones.", ["reload"]),
        HelpPage(
            "log", "what was called",
            "For authors: lists the callbacks of this phone's game, each with its instance and style. `log` shows the last ones, `log all` shows all.",
            ["log", "log all"]),
        HelpPage(
            "url", "a message's url",
            "Shows the url of the drafted message, or of the last message if there is no draft. `parlor decode` and `parlor show` read it.",
            ["url"]),
        HelpPage(
            "stats", "memory, instances",
            "For authors: shows the memory of this phone's game, and its running instances.",
            ["stats"]),
    ]
}
