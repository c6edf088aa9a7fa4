import Foundation
import Parlor

/// What can be typed beside moves in a conversation of simulated phones.
enum ChatCommand: Hashable {
    case help, phones, moves, rules, stats, url, quit
    case log(isWhole: Bool)
    /// Bots play for everybody: so many moves, or to the end.
    case auto(Int?)
    case sit(String)
    case open, expand, compact, send, cancel, dismiss, close
    case tap(Int?)
    /// What is touched in a live bubble, counted from the end; nil for the draft's.
    case touch(Int?, String)
    case memory, install
    case kill(String?)
    case receive, drop, duplicate, reorder, partition, heal
    case delay(Duration)
    case time(Duration)
    case offline(String?), online(String?)
    case resign, claim, join, start, again, new, theirs
    /// Chips on whoever is named: a seat, a person, or a draw.
    case bet(Int, on: String)
    case bets
    case sticker(String?)
    case text(String)

    /// Does it only tell something? Then the phones needn't be drawn again.
    var isLook: Bool {
        switch self {
        case .help, .moves, .rules, .log, .stats, .url, .quit, .bets, .sticker(nil): true
        default: false
        }
    }
}

/// One command: its name, what it takes, what it does, how it is read.
struct ChatWord: Sendable {
    let name: String
    var takes = ""
    let help: String
    let read: @Sendable (String) -> ChatCommand?

    static let all: [ChatWord] = [
        ChatWord(name: "help", help: "this list", read: alone(.help)),
        ChatWord(name: "phones", help: "draw the phones again", read: alone(.phones)),
        ChatWord(name: "moves", help: "what can be played", read: alone(.moves)),
        ChatWord(name: "auto", takes: "[n]", help: "let bots play n moves for everybody, or to the end") { text in
            text.isEmpty ? .auto(nil) : Int(text).flatMap { (1...100_000).contains($0) ? .auto($0) : nil }
        },
        ChatWord(name: "rules", help: "the rules of the game", read: alone(.rules)),
        ChatWord(name: "as", takes: "PERSON", help: "take another person's phone") { $0.isEmpty ? nil : .sit($0) },
        ChatWord(name: "open", help: "open the game from the drawer", read: alone(.open)),
        ChatWord(
            name: "tap", takes: "[n|draft] [MOVE]",
            help: "tap a bubble, the last or the nth from the end; with a move, touch that in a live one", read: tap),
        ChatWord(name: "expand", help: "make the game large", read: alone(.expand)),
        ChatWord(name: "compact", help: "make the game small; the draft field shows", read: alone(.compact)),
        ChatWord(name: "send", help: "send what is in the draft field", read: alone(.send)),
        ChatWord(name: "cancel", help: "delete the drafted message", read: alone(.cancel)),
        ChatWord(name: "dismiss", help: "let the game close itself", read: alone(.dismiss)),
        ChatWord(name: "close", help: "close the game", read: alone(.close)),
        ChatWord(name: "kill", takes: "[INSTANCE]", help: "end an instance as the system may, such as bubble2") {
            .kill($0.isEmpty ? nil : $0)
        },
        ChatWord(name: "text", takes: "WORDS", help: "type words into the draft field") {
            $0.isEmpty ? nil : .text($0)
        },
        ChatWord(name: "sticker", takes: "[NAME]", help: "the game's stickers; put one into the draft field") {
            .sticker($0.isEmpty ? nil : $0)
        },
        ChatWord(name: "new", help: "begin another match", read: alone(.new)),
        ChatWord(name: "join", help: "take a seat of the match", read: alone(.join)),
        ChatWord(
            name: "start", help: "touch the Start button; start a group's match with those who joined",
            read: alone(.start)),
        ChatWord(name: "again", help: "stage the last message again", read: alone(.again)),
        ChatWord(name: "resign", help: "give up", read: alone(.resign)),
        ChatWord(name: "claim", help: "claim that the others' time is up", read: alone(.claim)),
        ChatWord(
            name: "theirs", help: "go on with the other version of a match that is disputed", read: alone(.theirs)),
        ChatWord(
            name: "bet", takes: "CHIPS [on] PERSON|seat N|draw",
            help: "who watches bets play chips that somebody wins; `again` offers the bet once more", read: bet),
        ChatWord(name: "bets", help: "who has bet what, and what is left", read: alone(.bets)),
        ChatWord(name: "receive", help: "let the network bring what comes next", read: alone(.receive)),
        ChatWord(name: "offline", takes: "[PERSON]", help: "take a phone off the network") {
            .offline($0.isEmpty ? nil : $0)
        },
        ChatWord(name: "online", takes: "[PERSON]", help: "bring it back") { .online($0.isEmpty ? nil : $0) },
        ChatWord(name: "drop", help: "lose this phone's next message", read: alone(.drop)),
        ChatWord(name: "delay", takes: "TIME", help: "delay it, such as 30s or 5m") {
            Time($0).map { .delay($0.duration) }
        },
        ChatWord(name: "duplicate", help: "bring it twice", read: alone(.duplicate)),
        ChatWord(name: "reorder", help: "turn round what is on its way to this phone", read: alone(.reorder)),
        ChatWord(name: "partition", help: "cut this phone off from the others", read: alone(.partition)),
        ChatWord(name: "heal", help: "end the partition", read: alone(.heal)),
        ChatWord(name: "time", takes: "+TIME", help: "let time pass, such as time +5m") { text in
            Time(text.hasPrefix("+") ? String(text.dropFirst()) : text).map { .time($0.duration) }
        },
        ChatWord(name: "log", takes: "[all]", help: "what was called in which instance of this phone") { text in
            text.isEmpty ? .log(isWhole: false) : text == "all" ? .log(isWhole: true) : nil
        },
        ChatWord(name: "memory", help: "warn this phone's games that memory runs short", read: alone(.memory)),
        ChatWord(name: "install", help: "put the game on this phone, where it isn't yet", read: alone(.install)),
        ChatWord(name: "url", help: "the url of the drafted or last message", read: alone(.url)),
        ChatWord(name: "stats", help: "memory of this phone's games", read: alone(.stats)),
        ChatWord(name: "quit", help: "leave, as Ctrl-D does", read: alone(.quit)),
    ]

    private static func alone(_ command: ChatCommand) -> @Sendable (String) -> ChatCommand? {
        { $0.isEmpty ? command : nil }
    }

    /// Nothing, `2`, `2 b3`, `draft b3`.
    private static func tap(_ text: String) -> ChatCommand? {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = parts.first else { return .tap(nil) }
        let move = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : nil
        if first == "draft" { return move.map { .touch(nil, $0) } }
        guard let number = Int(first), number > 0 else { return nil }
        return move.map { .touch(number, $0) } ?? .tap(number)
    }

    /// `20 on Ana`, `20 seat 1`, `20 1`, `20 draw`.
    private static func bet(_ text: String) -> ChatCommand? {
        var words = text.split(separator: " ").map(String.init)
        guard words.count > 1, let chips = Int(words.removeFirst()) else { return nil }
        if words.count > 1, words[0].lowercased() == "on" { words.removeFirst() }
        if words.count > 1, words[0].lowercased() == "seat" { words.removeFirst() }
        return .bet(chips, on: words.joined(separator: " "))
    }

    var usage: String { takes.isEmpty ? name : "\(name) \(takes)" }

    /// A length of time as people write it: `30s`, `5m`, `2h`, `90`.
    struct Time {
        let duration: Duration

        init?(_ text: String) {
            let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
            let unit = text.last.flatMap { units[$0] }
            guard let count = Int64(unit == nil ? text : String(text.dropLast())), (0...1_000_000).contains(count)
            else {
                return nil
            }
            duration = .seconds(count * (unit ?? 1))
        }
    }
}
