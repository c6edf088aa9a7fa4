import Parlor

// What keys and the mouse do.
extension FullScreen {
    /// - Returns: the line that the key ends.
    func take(_ key: Key, _ completing: (String) -> [String]) -> InputLine? {
        switch key {
        case .click(let row, let column):
            notice = nil
            guard let spot = spots.spot(row: row, column: column) else {
                return spots.refusedMove(row: row, column: column).map { .refused($0) }
            }
            return touch(spot, completing)
        case .wheel(let isUp, let row, _):
            scroll(up: isUp, at: row)
            return nil
        case .pageUp, .pageDown:
            scroll(up: key == .pageUp)
            return nil
        default: break
        }
        notice = nil
        switch key {
        case .enter: return enter(completing)
        case .control("c"): return interrupt()
        case .control("d") where editor.isEmpty: return .end
        case .control("l"): repaint()
        case .escape: dismiss()
        case .tab: complete(completing)
        case .up, .down, .left, .right:
            if editor.isEmpty, spots.hasMoves { walk(key) } else { _ = editor.take(key, history: historyLines) }
        default:
            chosen = nil
            _ = editor.take(key, history: historyLines)
        }
        return nil
    }

    private func enter(_ completing: (String) -> [String]) -> InputLine? {
        if editor.isEmpty, let place = chosen, let spot = spots.spot(at: place) { return touch(spot, completing) }
        return editor.isTooLong ? .tooLong : .text(editor.text)
    }

    /// Plays what a spot plays. A move that needs more to be typed is begun in the line.
    private func touch(_ spot: LiveSpots.Spot, _ completing: (String) -> [String]) -> InputLine? {
        lastChosen = spot.place
        switch spot.touch {
        case .line(let line): return .text(line)
        case .refused(let move): return .refused(move)
        case .play(let move):
            let lines = completing(move)
            guard !lines.contains(move), lines.contains(move + " ") else { return .text(move) }
            editor.replace(with: move + " ")
            chosen = nil
            return nil
        }
    }

    private func walk(_ key: Key) {
        let now = chosen.flatMap { spots.spot(at: $0) }
        let next = now.map { spots.next(from: $0.place, key) ?? $0 } ?? spots.nearest(to: lastChosen)
        chosen = next?.place
        lastChosen = chosen ?? lastChosen
    }

    /// Puts away what was chosen, typed and answered, so that the whole picture shows again.
    private func dismiss() {
        editor.clear()
        (chosen, isReading, answers) = (nil, false, Pane())
        (picture.offset, transcript.offset) = (0, 0)
    }

    private func complete(_ completing: (String) -> [String]) {
        let others = editor.complete(with: completing(editor.text))
        guard !others.isEmpty else { return }
        let words = StyledLine(others.map { SafeText($0).string }.joined(separator: "  "), .dim)
        notice = words
    }

    // MARK: Scrolling

    /// Scrolls the first part that doesn't show everything: answers, the transcript, the picture. A transcript that was given way
    /// gets room first.
    private func scroll(up: Bool) {
        if answers.lines.count > parts.answers.count {
            _ = answers.scroll(up: up, rows: parts.answers.count)
        } else if transcript.lines.count > parts.transcript.count || isReading {
            guard isReading || parts.transcript.count > 4 else {
                isReading = up
                return
            }
            if !transcript.scroll(up: up, rows: parts.transcript.count), !up { isReading = false }
        } else {
            _ = picture.scroll(up: up, rows: parts.picture.count)
        }
    }

    /// Scrolls what the mouse points at.
    private func scroll(up: Bool, at row: Int) {
        if parts.answers.contains(row) {
            _ = answers.scroll(up: up, rows: parts.answers.count, by: 2)
        } else if parts.transcript.contains(row) {
            if up, parts.transcript.count < 5 { isReading = true }
            _ = transcript.scroll(up: up, rows: parts.transcript.count, by: 2)
        } else {
            _ = picture.scroll(up: up, rows: parts.picture.count, by: 2)
        }
    }
}
