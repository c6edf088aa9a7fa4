import Conversations
import Foundation
import Parlor

/// Text of scripts and people, made fit for a frame: it steers nothing, and it is as wide as it is counted.
struct PhoneText {
    /// The scalars of a text that are looked at; nobody reads more in a bubble.
    static let longest = 4000

    let charset: TerminalRenderer.Charset

    var ellipsis: String { charset == .ascii ? "..." : "…" }

    static func width(_ text: String) -> Int { SafeText(text).columns }

    /// The text in characters that stand by themselves. Line breaks stay.
    ///
    /// A combining mark at the beginning would move into what is drawn before it, and some letters draw what follows into
    /// themselves; each becomes `�`. Characters without width, such as marks that turn the direction, are left out.
    func clean(_ text: String) -> String {
        let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
        let safe = SafeText(short, lineBreaks: .kept).string
        if safe.utf8.allSatisfy({ $0 < 0x80 }) { return safe }
        // What was kept apart by something left out may be one character now, so it is looked at anew.
        let visible = SafeText(safe.filter(isVisible), lineBreaks: .kept)
        return charset == .ascii ? visible.ascii : String(visible.string.map(Self.alone))
    }

    /// The text on one line.
    func line(_ text: String) -> String {
        clean(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The text in lines of at most `width` columns.
    func wrapped(_ text: String, width: Int) -> [String] {
        let node = TextNode(SafeText(clean(text), lineBreaks: .kept))
        return TerminalRenderer(columns: width, charset: charset).lines(Scene(root: SceneNode(.text(node))))
    }

    /// The text in at most so many lines; an ellipsis says that there is more.
    func wrapped(_ text: String, width: Int, most: Int) -> [String] {
        let all = wrapped(text, width: width)
        guard all.count > most, most > 0 else { return Array(all.prefix(most)) }
        return all.prefix(most - 1) + [cut(all[most - 1], width: width)]
    }

    /// The text on one line of at most `width` columns.
    func clipped(_ text: String, width: Int) -> String {
        let line = line(text)
        return Self.width(line) <= width ? line : cut(line, width: width)
    }

    /// A clean line with an ellipsis behind it, cut so that both fit.
    func cut(_ line: String, width: Int) -> String {
        guard width >= ellipsis.count else { return String(repeating: " ", count: max(0, width)) }
        var kept = ""
        var used = 0
        for character in line {
            used += Self.width(String(character))
            guard used <= width - ellipsis.count else { break }
            kept.append(character)
        }
        return kept + ellipsis
    }

    /// A line that a scene was drawn as, clean and no wider than `width`.
    func clean(_ line: StyledLine, width: Int) -> StyledLine {
        var clean = StyledLine()
        for run in line.runs {
            let words = self.clean(run.text)
            let room = width - clean.width
            clean.append(Self.width(words) <= room ? words : cut(words, width: room), run.style)
        }
        clean.takeSpots(of: line, within: width)
        return clean
    }

    /// Does a character show anything? In ASCII a mark that lost its letter would become a question mark.
    private func isVisible(_ character: Character) -> Bool {
        if character.isNewline || character.isASCII { return true }
        if charset == .ascii { return Self.width(String(character)) > 0 }
        return !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// The character if it draws nothing into its neighbours, else `�`.
    private static func alone(_ character: Character) -> Character {
        if character.isNewline || character.isASCII { return character }
        return "x\(character)x".count == 3 && width(String(character)) > 0 ? character : "\u{FFFD}"
    }
}

/// The draft field, drawn: the staged message, what lies beside it, and the text.
struct PhoneDraft {
    let view: PhoneView
    let screen: PhoneScreen
    /// The columns between the sides of the phone.
    let columns: Int

    private var text: PhoneText { screen.text }

    var lines: [StyledLine] {
        var lines = view.draft.staged.map(stagedLines) ?? []
        for piece in view.draft.pieces {
            lines.append(StyledLine(text.clipped(Self.text(of: piece), width: columns), .dim))
        }
        let typed = view.draft.text
        if typed.isEmpty {
            lines.append(StyledLine(view.draft.isEmpty ? "Nothing to send" : "No text", .dim))
        } else {
            lines += text.wrapped(typed, width: columns, most: 6).map { StyledLine($0) }
        }
        return lines
    }

    private func stagedLines(_ staged: DraftField.Staged) -> [StyledLine] {
        let message = view.names.substituted(in: staged.message)
        let frame = PhoneFrame.bubble(screen.charset)
        let room = columns - 4
        var content: [StyledLine] = []
        if let bar = message.layout?.template.captionBar {
            content = PhoneCaptions(bar: bar, text: text).lines(columns: room)
        } else {
            content = text.wrapped("a message of \(staged.game)", width: room, most: 2).map { StyledLine($0, .dim) }
        }
        let size = Self.size(of: message, limit: view.urlLimit)
        var sign = StyledLine(text.line(size.text), size.isWarning ? .warning : .dim)
        if sign.width + 5 > columns {
            content += text.wrapped(size.text, width: room).map { StyledLine($0, .warning) }
            sign = StyledLine()
        }
        return [frame.edge(.top, columns: columns, style: .mine)]
            + content.map { frame.row($0, columns: columns, style: .mine) }
            + [frame.edge(.bottom, columns: columns, right: sign, style: .mine)]
    }

    /// The share of the limit from which the room left is worth a warning, in hundredths.
    static let warningShare = 80

    /// `312 of 5,000 characters`: the length of the url, with the room left where it gets narrow.
    static func size(of message: Message, limit: Int) -> (text: String, isWarning: Bool) {
        guard let url = message.url else { return ("no url", false) }
        let size = MessageURL.length(of: url)
        let text = "\(MessageReport.grouped(size)) of \(MessageReport.grouped(limit)) characters"
        guard size * 100 >= limit * warningShare else { return (text, false) }
        let left = limit - size
        let rest = left < 0 ? "\(MessageReport.grouped(-left)) too many" : "\(MessageReport.grouped(left)) left"
        return ("! \(text), \(rest)", true)
    }

    // MARK: In words

    /// What a terminal can't show.
    static func text(of media: TemplateLayout.Media?) -> String? {
        switch media {
        case .image(let data): "[picture, \(size(data))]"
        case .file(let url): "[file \(url.split(separator: "/").last ?? "")]"
        case nil: nil
        }
    }

    static func text(of piece: Post) -> String {
        switch piece {
        case .sticker(let sticker): "[sticker] \(sticker.label)"
        case .attachment(let file): "[\(file.isImage ? "picture" : "file")] \(file.filename), \(size(file.data))"
        case .text(let text): text
        case .message: "[message]"
        }
    }

    private static func size(_ data: Data) -> String {
        data.count < 1000 ? counted(data.count, "byte") : "\(MessageReport.grouped((data.count + 500) / 1000)) KB"
    }
}

extension TerminalStyle {
    /// The bubbles of a phone's owner.
    static let mine = TerminalStyle(.blue)
    /// What its owner should see to.
    static let warning = TerminalStyle(.magenta, isBold: true)
}
