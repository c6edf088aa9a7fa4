import Foundation
import Parlor

extension PlaySession {
    static let commands = CommandTable<PlaySession>(
        column: 27, pages: helpPages,
        [
            CommandGroup(
                "playing",
                [
                    .moves("m"), .rules(),
                    Command("undo", ["u"], takes: .times, help: "take back a turn, or n") { try $0.undo($1) },
                    Command("redo", ["r"], takes: .times, help: "play it again") { try $0.redo($1) },
                    Command("resign", help: "give up") { try $0.resign() },
                    Command("new", takes: .seed, help: "a new match") { try $0.begin(seed: $1) },
                    Command("rematch", help: "another match; the second seat's player begins") { try $0.rematch() },
                ]),
            CommandGroup(
                "looking",
                [
                    Command("board", ["b"], help: "draw again, as Enter does") { $0.isStale = true },
                    Command("history", ["hi"], help: "what was played") { try $0.showHistory() },
                    Command(
                        "view", ["v"], takes: .viewer, help: "what a seat sees",
                        completions: { session, _ in session.seatWords.map { "view \($0)" } + ["view spectator"] },
                        run: { try $0.view($1) }),
                    Command("replay", takes: .optional("FILE"), help: "step through the match, or a file") {
                        try $0.replay($1)
                    },
                ]),
            CommandGroup(
                "keeping",
                [
                    Command("save", takes: .text("FILE"), help: "keep the match; FILE.play as text") {
                        try $0.save($1)
                    },
                    Command("load", takes: .text("FILE"), help: "go on with a match that was kept") { try $0.load($1) },
                ]),
            CommandGroup(
                "bots",
                [
                    Command(
                        "bot", takes: .bot, help: "who plays; let a bot play a seat",
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
                    Command("stats", help: "memory, time and instructions") { $0.showStats() },
                    Command("reload", help: "read the script again, keep the match") { try $0.reload() },
                ]),
            CommandGroup("others", [.help("h"), .quit("q")]),
        ])

    /// What names a seat.
    private var seatWords: [String] { players.names + (1...match.seats).map(String.init) }
}

/// Which seats a bot is to play, or no longer.
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
    /// Nil to ask who plays.
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
    /// Nil for any.
    static var seed: Self {
        Self(usage: "[seed]") { text in text.isEmpty ? .some(nil) : UInt64(text).map { $0 } }
    }
}
