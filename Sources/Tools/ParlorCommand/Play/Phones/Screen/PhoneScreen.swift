import Conversations
import Parlor

/// Draws a phone in the terminal: its owner, the end of the transcript, the draft field, the open
/// game, notices.
///
/// Every line is exactly ``columns`` wide, whatever the texts of scripts and people are.
struct PhoneScreen {
    /// The allowed widths of a phone; any other width becomes the nearest.
    static let widths = 30...80

    let columns: Int
    let charset: TerminalRenderer.Charset
    /// The rows that the board of an open game should fit into.
    let boardRows: Int?

    init(columns: Int, charset: TerminalRenderer.Charset = .unicode, boardRows: Int? = nil) {
        self.boardRows = boardRows
        self.columns = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
        self.charset = charset
    }

    /// Returns the width of each of two phones side by side; nil if the terminal is too narrow.
    static func columnsOfTwo(in terminal: Int) -> Int? {
        terminal < 100 ? nil : min((terminal - gap) / 2, widths.upperBound)
    }

    private static let gap = 2

    /// Returns the lines of one phone.
    func lines(_ view: PhoneView) -> [StyledLine] { drawn(view).lines(rows: 0) }

    /// Returns the lines of phones side by side, all of the same height, with a gap between them.
    func lines(_ views: [PhoneView]) -> [StyledLine] {
        let phones = views.map(drawn)
        let rows = phones.map(\.height).max() ?? 0
        return Self.joined(phones.map { $0.lines(rows: rows) }, columns: columns)
    }

    /// Joins blocks of lines side by side. Each block is `columns` wide. Blank lines fill up the
    /// shorter blocks.
    static func joined(_ parts: [[StyledLine]], columns: Int) -> [StyledLine] {
        (0..<(parts.map(\.count).max() ?? 0)).map { row in
            var line = StyledLine()
            for (index, part) in parts.enumerated() {
                if index > 0 { line.append(String(repeating: " ", count: gap)) }
                line.append(row < part.count ? part[row] : StyledLine().filled(to: columns))
            }
            return line
        }
    }

    // MARK: Parts

    var text: PhoneText { PhoneText(charset: charset) }

    /// The most lines of a notice. The host's longest sentence, about a dispute, fits even in the
    /// narrower phone of two.
    private static let mostNoticeLines = 8

    /// The columns between the sides.
    var room: Int { columns - 4 }

    func drawn(
        _ scene: Scene, context: SceneContext = SceneContext(), columns: Int, rows: Int? = nil
    ) -> [StyledLine] {
        TerminalRenderer(columns: columns, charset: charset).styledLines(scene, context: context, rows: rows).map {
            text.clean($0, width: columns)
        }
    }

    /// A phone in three parts; extra rows go above the transcript.
    private struct Drawn {
        let above: [StyledLine]
        let transcript: [StyledLine]
        let below: [StyledLine]
        let blank: StyledLine

        var height: Int { above.count + transcript.count + below.count }

        /// Returns the lines.
        ///
        /// - Parameter rows: The fewest rows.
        func lines(rows: Int) -> [StyledLine] {
            above + Array(repeating: blank, count: max(0, rows - height)) + transcript + below
        }
    }

    private func drawn(_ view: PhoneView) -> Drawn {
        let frame = PhoneFrame.phone(charset)
        var below: [StyledLine] = []
        if view.showsDraft {
            below.append(frame.edge(.inner, columns: columns, left: StyledLine("Draft")))
            below += framed(PhoneDraft(view: view, screen: self, columns: room).lines)
        }
        below += app(view) + notices(view)
        below.append(frame.edge(.bottom, columns: columns))
        return Drawn(
            above: [frame.edge(.top, columns: columns), header(view), frame.edge(.inner, columns: columns)],
            transcript: framed(transcript(view)), below: below, blank: framed([StyledLine()])[0])
    }

    func notices(_ view: PhoneView) -> [StyledLine] {
        guard !view.notices.isEmpty else { return [] }
        let sign = charset == .ascii ? "* " : "• "
        let lines = view.notices.flatMap { notice in
            text.wrapped(notice, width: room - 2, most: Self.mostNoticeLines).enumerated().map {
                StyledLine(($0.offset == 0 ? sign : "  ") + $0.element)
            }
        }
        return [PhoneFrame.phone(charset).edge(.inner, columns: columns)] + framed(lines)
    }

    func framed(_ lines: [StyledLine]) -> [StyledLine] {
        lines.map { PhoneFrame.phone(charset).row($0, columns: columns) }
    }

    private func header(_ view: PhoneView) -> StyledLine {
        var state = StyledLine()
        if let time = view.time {
            // a long name and a long time share the line
            let name = min(PhoneText.width(text.line(view.owner)), room / 3)
            state.append(text.clipped(time, width: room - name - 1 - (view.isOnline ? 0 : ", offline".count)), .dim)
        }
        if !view.isOnline {
            if state.width > 0 { state.append(", ", .dim) }
            state.append("offline", .warning)
        }
        var line = StyledLine(text.clipped(view.owner, width: room - state.width - 1), .bold)
        line.append(state.flushRight(in: room - line.width))
        return framed([line])[0]
    }

    func transcript(_ view: PhoneView) -> [StyledLine] {
        let (shown, earlier) = view.lastItems
        guard !view.items.isEmpty else { return [StyledLine("No messages yet", .dim).centred(in: room)] }
        var lines: [StyledLine] = []
        if earlier > 0 { lines.append(StyledLine("\(earlier) earlier", .dim).centred(in: room)) }
        var last: Participant?
        var bubbles = shown.count { $0.bubble != nil }
        for item in shown {
            if case .summary = item.content {
                last = nil
            } else {
                if let sender = item.sender, sender != last {
                    lines.append(StyledLine(text.clipped(view.name(of: sender), width: room), .dim))
                }
                last = item.sender
            }
            lines += PhoneBubble(item: item, view: view, screen: self, columns: room).lines.map { line in
                guard item.bubble != nil else { return line }
                var line = line
                line.touch(0..<line.width, .line("/tap \(bubbles)"))
                return line
            }
            if item.bubble != nil { bubbles -= 1 }
        }
        return lines
    }

    private func app(_ view: PhoneView) -> [StyledLine] {
        let frame = PhoneFrame.phone(charset)
        switch view.app {
        case .drawer(let titles):
            let words = titles.isEmpty ? "no games" : titles.joined(separator: ", ")
            return [frame.edge(.inner, columns: columns, left: StyledLine("Drawer"))]
                + framed(text.wrapped(words, width: room, most: 3).map { StyledLine($0, .dim) })
        case .open(let app):
            let style = StyledLine(app.style.rawValue, .dim)
            let title = StyledLine(text.clipped(app.title, width: room - style.width - 4), .bold)
            return [frame.edge(.inner, columns: columns, left: title, right: style)] + framed(drawn(app))
        }
    }

    func drawn(_ app: PhoneView.OpenApp) -> [StyledLine] {
        app.scene.map { drawn($0, context: app.context, columns: room, rows: boardRows) } ?? [
            StyledLine("draws nothing", .dim)
        ]
    }
}

/// The same screen in sentences, for a screen reader.
extension PhoneScreen {
    /// Returns the screen from top to bottom, with one item on each line. A line may be longer than
    /// ``columns``.
    func words(_ view: PhoneView) -> [String] {
        var state = "\(text.line(view.owner))'s phone"
        if !view.isOnline { state += ", offline" }
        if let time = view.time { state += ", \(text.line(time))" }
        var lines = [state + "."]
        let (shown, earlier) = view.lastItems
        if view.items.isEmpty { lines.append("No messages yet.") }
        if earlier > 0 { lines.append("\(counted(earlier, "earlier message")) left out.") }
        lines += shown.map { sentence($0, view) }
        if view.showsDraft { lines += draft(view) }
        switch view.app {
        case .drawer(let titles):
            lines.append("Drawer: \(ended(titles.isEmpty ? "no games" : titles.joined(separator: ", ")))")
        case .open(let app):
            lines.append("Open: \(text.line(app.title)), \(app.style.rawValue).")
            let drawn = app.scene.map { WordsRenderer().text($0, context: app.context) } ?? "It draws nothing."
            lines += drawn.split(separator: "\n").map(String.init)
        }
        lines += view.notices.map { "Notice: \(text.line($0))" }
        return lines.map { charset == .ascii ? SafeText($0).ascii : SafeText($0).string }
    }

    private func sentence(_ item: TranscriptItem, _ view: PhoneView) -> String {
        if case .summary(let summary) = item.content {
            return "Earlier: \(ended(view.names.substituted(in: summary.text)))"
        }
        let sender = item.sender.map(view.name) ?? "You"
        var parts: [String] = []
        var picture: [String] = []
        switch item.content {
        case .summary: break
        case .text(let text): parts.append("\(sender): \(text)")
        case .sticker(let sticker): parts.append("\(sender): sticker, \(sticker.label)")
        case .attachment(let file): parts.append("\(sender): \(PhoneDraft.text(of: .attachment(file)))")
        case .bubble(let bubble):
            let isHere = view.isInstalled(bubble.game)
            parts.append("\(sender), message of \(bubble.game)\(isHere ? "" : ", which isn't on this device")")
            let message = view.names.substituted(in: bubble.message)
            let scene = view.picture(item)
            picture = scene.map { ["Picture: \($0.accessibilityLabel)"] } ?? []
            if message.layout?.isLive != true || scene == nil { parts += Self.texts(of: message.layout?.template) }
            if let error = message.error { parts.append("Not delivered: \(error.message)") }
        }
        if view.undelivered.contains(item.id) { parts.append("Not delivered yet") }
        let words = parts.map(ended)
        // the picture's words are safe, and may be longer than any other text
        return (words.prefix(1) + picture + words.dropFirst()).joined(separator: " ")
    }

    private static func texts(of template: TemplateLayout?) -> [String] {
        guard let template else { return [] }
        let texts = [
            PhoneDraft.text(of: template.media), template.imageTitle, template.imageSubtitle, template.caption,
            template.trailingCaption, template.subcaption, template.trailingSubcaption,
        ]
        return texts.compactMap { $0 }.filter { !$0.isEmpty }
    }

    private func draft(_ view: PhoneView) -> [String] {
        guard !view.draft.isEmpty else { return ["Draft: nothing to send."] }
        var lines: [String] = []
        if let staged = view.draft.staged {
            let message = view.names.substituted(in: staged.message)
            let bar = message.layout?.template.captionBar
            let captions = [bar?.caption, bar?.trailingCaption, bar?.subcaption, bar?.trailingSubcaption]
            let size = PhoneDraft.size(of: message, limit: view.urlLimit)
            let parts = ["Draft: message of \(staged.game)"] + captions.compactMap { $0 } + [size.text]
            lines.append(parts.map(ended).joined(separator: " "))
        }
        lines += view.draft.pieces.map { "Draft: \(ended(PhoneDraft.text(of: $0)))" }
        if !view.draft.text.isEmpty { lines.append("Draft, text: \(text.line(view.draft.text))") }
        return lines
    }

    /// Returns a text with a full stop, unless it has its own end.
    private func ended(_ words: String) -> String {
        let line = text.line(words)
        guard let last = line.last, !".!?…:;".contains(last) else { return line }
        return line + "."
    }
}

/// The same phone for a screen that is drawn in place. The board comes first and is shown whole. If
/// there is little room, only the end of the transcript is shown.
extension PhoneScreen {
    struct Page {
        /// The open game or the drawer, the draft field and the notices, in a frame.
        let board: [StyledLine]
        /// The transcript, with touchable bubbles.
        let transcript: [StyledLine]
    }

    func page(_ view: PhoneView) -> Page {
        let frame = PhoneFrame.phone(charset)
        var board = framed(content(view.app))
        if view.showsDraft, !view.draft.isEmpty {
            board.append(frame.edge(.inner, columns: columns, left: StyledLine("Draft")))
            board += framed(PhoneDraft(view: view, screen: self, columns: room).lines)
        }
        board = [heading(view)] + board + notices(view) + [frame.edge(.bottom, columns: columns)]
        return Page(board: board, transcript: transcript(view).map { StyledLine("  ").appending($0) })
    }

    /// Returns the upper edge of the frame, with the phone's owner and the open game.
    private func heading(_ view: PhoneView) -> StyledLine {
        var state = StyledLine()
        func say(_ words: String, _ style: TerminalStyle) {
            if state.width > 0 { state.append(", ", .dim) }
            state.append(text.clipped(words, width: room / 3), style)
        }
        if !view.isOnline { say("offline", .warning) }
        if case .open(let app) = view.app { say(app.style.rawValue, .dim) }
        if let time = view.time { say(time, .dim) }
        var words = text.line(view.owner)
        if case .open(let app) = view.app { words += ": \(text.line(app.title))" }
        let name = StyledLine(text.clipped(words, width: columns - state.width - 9), .bold)
        return PhoneFrame.phone(charset).edge(.top, columns: columns, left: name, right: state)
    }

    private func content(_ app: PhoneView.App) -> [StyledLine] {
        switch app {
        case .drawer(let titles):
            let words = "Drawer: " + (titles.isEmpty ? "no games" : titles.joined(separator: ", "))
            return text.wrapped(words, width: room, most: 3).map { StyledLine($0, .dim) }
        case .open(let app): return drawn(app)
        }
    }
}

extension StyledLine {
    func appending(_ line: StyledLine) -> StyledLine {
        var joined = self
        joined.append(line)
        return joined
    }
}
