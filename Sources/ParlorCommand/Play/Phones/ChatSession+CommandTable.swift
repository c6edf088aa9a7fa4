import Foundation
import Parlor

extension ChatSession {
    static let commands = CommandTable<ChatSession>(
        column: 20,
        [
            .help(),
            Command("phones", help: "draw the phones again") { _ in }.redrawing,
            .moves(),
            Command("auto", takes: .timesOrAll, help: "let bots play n moves for everybody, or to the end") {
                try $0.autoQuickly($1)
            }.redrawing,
            .rules(),
            Command(
                "as", takes: .text("PERSON"), help: "take another person's phone", completions: people("as"),
                run: { try $0.sit($1) }
            ).redrawing,
            Command("open", help: "open the game from the drawer") { try $0.stimulate(.openFromDrawer()) }.redrawing,
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
            Command("dismiss", help: "let the game close itself") { try $0.dismiss() }.redrawing,
            Command("close", help: "close the game") { try $0.stimulate(.close) }.redrawing,
            Command(
                "kill", takes: .optional("INSTANCE"), help: "end an instance as the system may, such as bubble2",
                run: { try $0.kill($1) }
            ).redrawing,
            Command("text", takes: .text("WORDS"), help: "type words into the draft field") {
                try $0.type($1)
            }.redrawing,
            Command(
                "sticker", takes: .optional("NAME"), help: "the game's stickers; put one into the draft field",
                run: { try $0.sticker($1) }),
            Command("new", help: "begin another match") { try $0.act(.begin(options: $0.options)) }.exchanging,
            Command("join", help: "take a seat of the match") { try $0.act(.draft(.join)) }.exchanging,
            Command("start", help: "touch Start; start a group's match with those who joined") {
                try $0.start()
            }.exchanging,
            Command("again", help: "stage the last message again") { try $0.act(.again) }.exchanging,
            Command("resign", help: "give up") { try $0.act(.draft(.resign)) }.exchanging,
            Command("claim", help: "claim that the others' time is up") { try $0.claim() }.exchanging,
            Command("theirs", help: "go on with the other version of a match that is disputed") {
                try $0.act(.theirs)
            }.exchanging,
            Command(
                "bet", takes: .bet,
                help: "watchers bet play chips; `again` repeats it",
                completions: { $0.betCandidates(for: $1) }, run: { try $0.bet($1) }
            ).redrawing,
            Command("bets", help: "who has bet what, and what is left") { $0.showBets() },
            Command("receive", help: "let the network bring what comes next") { try $0.receive() }.exchanging,
            Command(
                "offline", takes: .optional("PERSON"), help: "take a phone off the network",
                completions: people("offline"), run: { try $0.goOffline($1) }
            ).redrawing,
            Command(
                "online", takes: .optional("PERSON"), help: "bring it back", completions: people("online"),
                run: { try $0.goOnline($1) }
            ).exchanging,
            Command("drop", help: "lose this phone's next message") {
                $0.world.network.dropNext(from: $0.person)
            }.redrawing,
            Command("delay", takes: .time("TIME"), help: "delay it, such as 30s or 5m") {
                try $0.world.network.delayNext(from: $0.person, by: $1)
            }.redrawing,
            Command("duplicate", help: "bring it twice") {
                $0.world.network.duplicateNext(from: $0.person)
            }.redrawing,
            Command("reorder", help: "turn round what is on its way to this phone") { $0.reorder() }.redrawing,
            Command("partition", help: "cut this phone off from the others") { $0.partition() }.redrawing,
            Command("heal", help: "end the partition") { $0.world.network.heal() }.exchanging,
            Command("time", takes: .time("+TIME"), help: "let time pass, such as time +5m") {
                try $0.world.advance(by: $1)
            }.exchanging,
            Command("log", takes: .whole, help: "what was called in which instance of this phone") {
                $0.showLog(isWhole: $1)
            },
            Command("memory", help: "warn this phone's games that memory runs short") {
                try $0.stimulate(.memoryWarning)
            }.redrawing,
            Command("install", help: "put the game on this phone, where it isn't yet") { try $0.install() }.exchanging,
            Command("url", help: "the url of the drafted or last message") { $0.showURL() },
            Command("stats", help: "memory of this phone's games") { $0.showStats() },
            .quit(),
        ])

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
