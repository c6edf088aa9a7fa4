import Conversations
import Parlor

/// The same phone for a screen that is drawn in place: the board first, which is to be seen whole, and the transcript by itself, of
/// which there may be room for the end only.
extension PhoneScreen {
    struct Page {
        /// The open game or the drawer, the draft field, notices; in a frame.
        let board: [StyledLine]
        /// The transcript, bubbles with what taps them.
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

    /// Whose phone it is, and what is open on it, in the frame's upper edge.
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
