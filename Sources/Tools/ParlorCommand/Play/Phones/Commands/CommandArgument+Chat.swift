import Conversations
import Foundation

/// The target of a tap.
enum TapWish: Equatable {
    /// The nth bubble from the end.
    case bubble(Int)
    /// A move in a live bubble, counted from the end. If `inBubble` is nil, the bubble is the
    /// draft's.
    case move(String, inBubble: Int?)
}

extension CommandArgument<TapWish> {
    /// A target: nothing, `2`, `2 b3`, `draft b3`.
    static var tap: Self {
        Self(usage: "[n|draft] [MOVE]") { text in
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard let first = parts.first else { return .bubble(1) }
            let move = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : nil
            if first == "draft" { return move.map { .move($0, inBubble: nil) } }
            guard let number = Int(first), number > 0 else { return nil }
            return move.map { .move($0, inBubble: number) } ?? .bubble(number)
        }
    }
}

/// A bet of chips on a seat, a person, or a draw.
struct BetWish: Equatable {
    var chips: Int
    var on: String
}

extension CommandArgument<BetWish> {
    /// A bet: `20 on Ana`, `20 seat 1`, `20 1`, `20 draw`.
    static var bet: Self {
        Self(usage: "CHIPS [on] PERSON|seat N|draw") { text in
            var words = text.split(separator: " ").map(String.init)
            guard words.count > 1, let chips = Int(words.removeFirst()) else { return nil }
            if words.count > 1, words[0].lowercased() == "on" { words.removeFirst() }
            if words.count > 1, words[0].lowercased() == "seat" { words.removeFirst() }
            return BetWish(chips: chips, on: words.joined(separator: " "))
        }
    }
}

extension CommandArgument<Duration> {
    /// A length of time as people write it: `30s`, `5m`, `2h`, `90`. If the usage starts with `+`,
    /// the text may, too.
    static func time(_ usage: String) -> Self {
        Self(usage: usage) { text in
            let text = usage.hasPrefix("+") && text.hasPrefix("+") ? String(text.dropFirst()) : text
            let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
            let unit = text.last.flatMap { units[$0] }
            guard let count = Int64(unit == nil ? text : String(text.dropLast())), (0...1_000_000).contains(count)
            else { return nil }
            return .seconds(count * (unit ?? 1))
        }
    }
}

extension CommandArgument<Bool> {
    /// Whether the argument is `all`.
    static var whole: Self {
        Self(usage: "[all]") { text in text.isEmpty ? false : text == "all" ? true : nil }
    }
}

extension CommandArgument<PresentationContext> {
    /// The context in which the game is opened.
    static var place: Self {
        Self(usage: "[media]") { text in text.isEmpty ? .messages : text == "media" ? .media : nil }
    }
}

/// New settings of a phone; nil for a setting that stays.
struct LooksWish: Equatable {
    var size: (width: Double, height: Double)?
    var textScale: Double?
    var locale: String?
    var isDark: Bool?
    var bubble: Int?

    static func == (a: Self, b: Self) -> Bool {
        a.size?.width == b.size?.width && a.size?.height == b.size?.height && a.textScale == b.textScale
            && a.locale == b.locale && a.isDark == b.isDark && a.bubble == b.bubble
    }
}

extension CommandArgument<LooksWish> {
    /// Settings, such as `dark` or `390x844 text 1.5 locale de_DE light bubble 280`, or nothing.
    static var looks: Self {
        Self(
            usage: "[dark|light] [WxH] …",
            advice: "also `text 1.5` for the size of text, `locale de_DE`, and `bubble 280` for the widest bubble"
        ) { text in
            var wish = LooksWish()
            var words = text.split(separator: " ").map(String.init)[...]
            while let word = words.popFirst() {
                switch word.lowercased() {
                case "dark": wish.isDark = true
                case "light": wish.isDark = false
                case "text":
                    guard let scale = words.popFirst().flatMap(Double.init), scale > 0, scale.isFinite else {
                        return nil
                    }
                    wish.textScale = scale
                case "locale":
                    guard let locale = words.popFirst(), locale.utf8.count <= 64 else { return nil }
                    wish.locale = locale
                case "bubble":
                    guard let width = words.popFirst().flatMap({ Int($0) }), width > 0 else { return nil }
                    wish.bubble = width
                case let size:
                    let sides = size.split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
                    guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
                    wish.size = (sides[0], sides[1])
                }
            }
            return wish
        }
    }
}
