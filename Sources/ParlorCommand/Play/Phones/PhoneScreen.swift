import Conversations
import Parlor

/// Draws a phone in the terminal: its owner, the end of the transcript, the draft field, the open game, notices.
///
/// Every line is exactly ``columns`` wide, whatever scripts and people wrote.
///
/// ```swift
/// let screen = PhoneScreen(columns: 40)
/// for line in screen.lines([ana, bob]) { print(line) }
/// ```
struct PhoneScreen {
    /// The widths of a phone; anything else is taken as the nearest.
    static let widths = 30...80

    let columns: Int
    let charset: TerminalRenderer.Charset
    let colour: TerminalRenderer.Colour

    init(
        columns: Int, charset: TerminalRenderer.Charset = .unicode, colour: TerminalRenderer.Colour = .none
    ) {
        self.columns = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
        self.charset = charset
        self.colour = colour
    }

    /// The width of each of two phones beside each other; nil where the terminal has no room for two.
    static func columnsOfTwo(in terminal: Int) -> Int? {
        terminal < 100 ? nil : min((terminal - gap) / 2, widths.upperBound)
    }

    private static let gap = 2

    /// The lines of one phone.
    ///
    /// - Parameter rows: how many there are at least; the transcript gets more room.
    func lines(_ view: PhoneView, rows: Int = 0) -> [String] {
        drawn(view, rows: rows).map { $0.text(colour) }
    }

    /// The lines of phones beside each other, all of the same height, as wide as all of them with a gap between.
    func lines(_ views: [PhoneView]) -> [String] {
        let rows = views.map { drawn($0, rows: 0).count }.max() ?? 0
        return Self.joined(views.map { lines($0, rows: rows) }, columns: columns)
    }

    /// Joins columns of lines that are `columns` wide; shorter ones are filled up.
    static func joined(_ parts: [[String]], columns: Int) -> [String] {
        let blank = String(repeating: " ", count: columns)
        return (0..<(parts.map(\.count).max() ?? 0)).map { row in
            parts.map { row < $0.count ? $0[row] : blank }.joined(separator: String(repeating: " ", count: gap))
        }
    }

    // MARK: Parts

    var text: PhoneText { PhoneText(charset: charset) }

    /// What the host tells is to be read whole: its longest sentence, of a dispute, in the narrowest phone of two.
    private static let mostNoticeLines = 8

    /// The columns between the sides.
    private var room: Int { columns - 4 }

    func drawn(_ scene: Scene, context: SceneContext = SceneContext(), columns: Int) -> [PhoneLine] {
        TerminalRenderer(columns: columns, charset: charset, colour: .ansi).lines(scene, context: context).map {
            PhoneLine(drawn: $0, width: columns, text: text)
        }
    }

    private func drawn(_ view: PhoneView, rows: Int) -> [PhoneLine] {
        let frame = PhoneFrame.phone(charset)
        var below: [PhoneLine] = []
        if view.showsDraft {
            below.append(frame.edge(.inner, columns: columns, left: PhoneLine("Draft")))
            below += framed(PhoneDraft(view: view, screen: self, columns: room).lines)
        }
        below += app(view)
        if !view.notices.isEmpty {
            below.append(frame.edge(.inner, columns: columns))
            let sign = charset == .ascii ? "* " : "• "
            for notice in view.notices {
                let lines = text.wrapped(notice, width: room - 2, most: Self.mostNoticeLines)
                below += framed(lines.enumerated().map { PhoneLine(($0.offset == 0 ? sign : "  ") + $0.element) })
            }
        }
        let above = [frame.edge(.top, columns: columns), header(view), frame.edge(.inner, columns: columns)]
        var middle = framed(transcript(view))
        let missing = rows - above.count - middle.count - below.count - 1
        middle = framed(Array(repeating: PhoneLine(), count: max(0, missing))) + middle
        return above + middle + below + [frame.edge(.bottom, columns: columns)]
    }

    private func framed(_ lines: [PhoneLine]) -> [PhoneLine] {
        lines.map { PhoneFrame.phone(charset).row($0, columns: columns) }
    }

    private func header(_ view: PhoneView) -> PhoneLine {
        var state = PhoneLine()
        if let time = view.time {
            // A long name and a long time share what there is.
            let name = min(PhoneText.width(text.line(view.owner)), room / 3)
            state.append(text.clipped(time, width: room - name - 1 - (view.isOnline ? 0 : ", offline".count)), .quiet)
        }
        if !view.isOnline {
            if state.width > 0 { state.append(", ", .quiet) }
            state.append("offline", .warning)
        }
        var line = PhoneLine(text.clipped(view.owner, width: room - state.width - 1), .strong)
        line.append(state.flushRight(in: room - line.width))
        return framed([line])[0]
    }

    private func transcript(_ view: PhoneView) -> [PhoneLine] {
        let (shown, earlier) = view.lastItems
        guard !view.items.isEmpty else { return [PhoneLine("No messages yet", .quiet).centred(in: room)] }
        var lines: [PhoneLine] = []
        if earlier > 0 { lines.append(PhoneLine("\(earlier) earlier", .quiet).centred(in: room)) }
        var last: Participant?
        for item in shown {
            if case .summary = item.content {
                last = nil
            } else {
                if let sender = item.sender, sender != last {
                    lines.append(PhoneLine(text.clipped(view.name(of: sender), width: room), .quiet))
                }
                last = item.sender
            }
            lines += PhoneBubble(item: item, view: view, screen: self, columns: room).lines
        }
        return lines
    }

    private func app(_ view: PhoneView) -> [PhoneLine] {
        let frame = PhoneFrame.phone(charset)
        switch view.app {
        case .drawer(let titles):
            let words = titles.isEmpty ? "no games" : titles.joined(separator: ", ")
            return [frame.edge(.inner, columns: columns, left: PhoneLine("Drawer"))]
                + framed(text.wrapped(words, width: room, most: 3).map { PhoneLine($0, .quiet) })
        case .open(let app):
            let style = PhoneLine(app.style.rawValue, .quiet)
            let title = PhoneLine(text.clipped(app.title, width: room - style.width - 4), .strong)
            let content =
                app.scene.map { drawn($0, context: app.context, columns: room) } ?? [
                    PhoneLine("draws nothing", .quiet)
                ]
            return [frame.edge(.inner, columns: columns, left: title, right: style)] + framed(content)
        }
    }
}
