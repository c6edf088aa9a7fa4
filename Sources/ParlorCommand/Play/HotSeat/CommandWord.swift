import Foundation

/// A word that commands the REPL: how it is written, what it takes, what the help says of it.
struct CommandWord {
    let name: String
    var short: String?
    /// What follows the name, as the help shows it.
    var takes = ""
    let help: String
    /// Reads what follows; nil if that can't be.
    let read: @Sendable (String) -> ReplCommand?

    var usage: String { takes.isEmpty ? name : "\(name) \(takes)" }
    /// What to type instead of what can't be read.
    var correction: String { "Usage: \(usage)" + (takes == Self.times ? "; n is 1 or more" : "") }

    /// A number of times.
    private static let times = "[n]"

    static let names = all.map(\.name)

    static func find(_ word: String, allowsShort: Bool) -> CommandWord? {
        all.first { $0.name == word || allowsShort && $0.short == word }
    }

    static let all: [CommandWord] = [
        CommandWord(name: "help", short: "h", help: "this page", read: alone(.help)),
        CommandWord(name: "moves", short: "m", help: "the legal moves", read: alone(.moves)),
        CommandWord(name: "board", short: "b", help: "draw again, as Enter does", read: alone(.board)),
        CommandWord(name: "rules", help: "how the game is played", read: alone(.rules)),
        CommandWord(name: "undo", short: "u", takes: times, help: "take back a turn, or n") {
            count($0).map { .undo($0) }
        },
        CommandWord(name: "redo", short: "r", takes: times, help: "play it again") { count($0).map { .redo($0) } },
        CommandWord(name: "history", short: "hi", help: "what was played", read: alone(.history)),
        CommandWord(name: "view", short: "v", takes: "[as] SEAT|spectator", help: "what a seat sees", read: view),
        CommandWord(name: "save", takes: "FILE", help: "keep the match; FILE.play as text") {
            named($0).map { .save($0) }
        },
        CommandWord(name: "load", takes: "FILE", help: "go on with a match that was kept") {
            named($0).map { .load($0) }
        },
        CommandWord(name: "replay", takes: "[FILE]", help: "step through the match, or a file") { .replay(named($0)) },
        CommandWord(name: "bot", takes: "[SEAT [random|off]]", help: "who plays; let a bot play a seat", read: bot),
        CommandWord(name: "auto", short: "a", takes: times, help: "let bots play n plies, or to the end") { text in
            text.isEmpty ? .auto(nil) : count(text).map { .auto($0) }
        },
        CommandWord(name: "new", takes: "[seed]", help: "a new match") { text in
            text.isEmpty ? .new(nil) : UInt64(text).map { .new($0) }
        },
        CommandWord(name: "resign", help: "give up", read: alone(.resign)),
        CommandWord(name: "state", short: "s", help: "the whole state as data", read: alone(.state)),
        CommandWord(name: "lua", short: "l", takes: "EXPRESSION", help: "evaluate with state, view, match, seat") {
            named($0).map { .lua($0) }
        },
        CommandWord(name: "stats", help: "memory, time and instructions", read: alone(.stats)),
        CommandWord(name: "reload", help: "read the script again, keep the match", read: alone(.reload)),
        CommandWord(name: "quit", short: "q", help: "leave, as Ctrl-D does", read: alone(.quit)),
    ]

    private static func alone(_ command: ReplCommand) -> @Sendable (String) -> ReplCommand? {
        { $0.isEmpty ? command : nil }
    }

    /// A number of times, once unless it says otherwise.
    private static func count(_ text: String) -> Int? {
        text.isEmpty ? 1 : Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func named(_ text: String) -> String? { text.isEmpty ? nil : text }

    @Sendable private static func view(_ text: String) -> ReplCommand? {
        let who = text.hasPrefix("as ") ? text.dropFirst(3).trimmingCharacters(in: .whitespaces) : text
        return .view(named(who))
    }

    @Sendable private static func bot(_ text: String) -> ReplCommand? {
        let words = text.split(separator: " ").map(String.init)
        guard let last = words.last else { return .seats }
        switch last {
        case "random" where words.count > 1: return .bot(words.dropLast().joined(separator: " "), isOn: true)
        case "off" where words.count > 1: return .bot(words.dropLast().joined(separator: " "), isOn: false)
        default: return .bot(words.joined(separator: " "), isOn: true)
        }
    }
}
