import Conversations
import Foundation
import Parlor

/// Makes text of scripts and people safe for a frame: the text can't steer the terminal, and is as
/// wide as the program counts.
struct PhoneText {
    /// The most scalars of a text that are used; nobody reads more in a bubble.
    static let longest = 4000

    let charset: TerminalRenderer.Charset

    var ellipsis: String { charset == .ascii ? "..." : "…" }

    static func width(_ text: String) -> Int { SafeText(text).columns }

    /// Returns the text in characters that don't join their neighbours. Line breaks stay.
    ///
    /// A leading combining mark would be drawn into the character before it, and some letters are
    /// drawn together with the next one. Each such character becomes `�`. Characters without width,
    /// such as marks that change the direction, are removed.
    func clean(_ text: String) -> String {
        let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
        let safe = SafeText(short, lineBreaks: .kept).string
        if safe.utf8.allSatisfy({ $0 < 0x80 }) { return safe }
        // removing characters may have joined others, so the text is checked again
        let visible = SafeText(safe.filter(isVisible), lineBreaks: .kept)
        return charset == .ascii ? visible.ascii : String(visible.string.map(Self.alone))
    }

    /// Returns the text on one line.
    func line(_ text: String) -> String {
        clean(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns the text in lines of at most `width` columns.
    func wrapped(_ text: String, width: Int) -> [String] {
        let node = TextNode(SafeText(clean(text), lineBreaks: .kept))
        return TerminalRenderer(columns: width, charset: charset).lines(Scene(root: SceneNode(.text(node))))
    }

    /// Returns the text in at most `most` lines; an ellipsis shows that there is more.
    func wrapped(_ text: String, width: Int, most: Int) -> [String] {
        let all = wrapped(text, width: width)
        guard all.count > most, most > 0 else { return Array(all.prefix(most)) }
        return all.prefix(most - 1) + [cut(all[most - 1], width: width)]
    }

    /// Returns the text on one line of at most `width` columns.
    func clipped(_ text: String, width: Int) -> String {
        let line = line(text)
        return Self.width(line) <= width ? line : cut(line, width: width)
    }

    /// Returns a clean line, cut and with an ellipsis, in at most `width` columns.
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

    /// Returns a line of a drawn scene, clean and no wider than `width`.
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

    /// Returns whether a character is visible. In ASCII, a mark without its letter would become a
    /// question mark.
    private func isVisible(_ character: Character) -> Bool {
        if character.isNewline || character.isASCII { return true }
        if charset == .ascii { return Self.width(String(character)) > 0 }
        return !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// Returns the character, or `�` if it draws into its neighbours.
    private static func alone(_ character: Character) -> Character {
        if character.isNewline || character.isASCII { return character }
        return "x\(character)x".count == 3 && width(String(character)) > 0 ? character : "\u{FFFD}"
    }
}

/// The drawn draft field: the staged message, the pieces beside it, and the text.
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

    /// The share of the limit at which the warning starts, in hundredths.
    static let warningShare = 80

    /// Returns `312 of 5,000 characters`: the length of the url, with the remaining room if that is
    /// small.
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

    /// Returns a label for media that a terminal can't show.
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
    /// The style of the owner's bubbles.
    static let mine = TerminalStyle(.blue)
    /// The style of a warning for the owner.
    static let warning = TerminalStyle(.magenta, isBold: true)
}
