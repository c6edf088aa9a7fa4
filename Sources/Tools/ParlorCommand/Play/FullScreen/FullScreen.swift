import Parlor

/// A session on the whole terminal, drawn in place. Its output goes to the parts of a
/// ``ScreenFrame``, and a person's keys become its lines.
final class FullScreen: LineSource, Surface {
    let isInteractive = true
    private let terminal: any ScreenTerminal
    private let painter: ScreenPainter
    private let history: InputHistory
    private let charset: TerminalRenderer.Charset
    /// Receives the complaints, too, line by line.
    private let log: ((String) -> Void)?

    var picture = Pane()
    var standing: [StyledLine] = []
    var beside: [StyledLine] = []
    var transcript = Pane(anchor: .end)
    var answers = Pane()
    /// Whether the answers contain a page, which may take the whole screen.
    private var isPage = false
    /// The text of the status line until the next key. Without such a text, the line explains the
    /// keys.
    var notice: StyledLine?
    var editor = LineEditor(longest: FullScreen.longestLine)
    var isReading = false
    var chosen: TouchTargets.Place?
    /// The last chosen place, where the next choice starts.
    var lastChosen: TouchTargets.Place?
    private(set) var spots = TouchTargets(of: [])
    private(set) var parts = ScreenFrame.Parts()

    /// Whether a person who was asked for a line has seen the picture. If so, the next drawing
    /// starts a new picture.
    private var isPictureSeen = false
    /// The number of answers that were on the screen. When the screen is left, the later answers
    /// are printed.
    private var seenAnswers = 0
    private var prompt = ""
    private var decoder = KeyDecoder()
    private var keys: [Key] = []

    init(
        on terminal: any ScreenTerminal, history: InputHistory, charset: TerminalRenderer.Charset,
        colour: TerminalRenderer.Colour, log: ((String) -> Void)? = nil
    ) {
        self.log = log
        (self.terminal, self.history, self.charset) = (terminal, history, charset)
        painter = ScreenPainter(terminal, colour: colour)
    }

    /// Returns whether something happened outside of the terminal, for example a script was saved.
    /// The code that notices such an event interrupts the wait for keys.
    var hasNews: () -> Bool = { false }

    var surface: (any Surface)? { self }

    var historyLines: [String] { history.lines }

    func remember(_ line: String) { _ = history.add(line) }

    // MARK: Output

    func show(_ line: StyledLine, in place: SurfacePlace) {
        switch place {
        case .picture:
            beginPicture()
            if !picture.isEmpty || line.width > 0 { picture.lines.append(line) }
        case .standing:
            beginPicture()
            standing.append(line)
        case .beside: beside.append(line)
        case .transcript: transcript.lines.append(line)
        case .answer: answers.lines.append(line)
        case .page:
            answers.lines.append(line)
            isPage = true
        case .complaint:
            answers.lines.append(line)
            log?(line.plain)
        }
    }

    func beginPicture() {
        guard isPictureSeen else { return }
        isPictureSeen = false
        (picture, standing, beside, transcript) = (Pane(), [], [], Pane(anchor: .end))
        (chosen, isReading) = (nil, false)
    }

    func showProgress(_ line: StyledLine?) {
        notice = line
        if line != nil { draw() }
    }

    func clear(with wipe: String) {
        isPictureSeen = true
        beginPicture()
        forgetAnswers()
        (notice, lastChosen) = (nil, nil)
        editor.clear()
        painter.wipe()
    }

    private func forgetAnswers() { (answers, seenAnswers, isPage) = (Pane(), 0, false) }

    func close(saying lines: [StyledLine]) {
        let left = Array(answers.lines.dropFirst(seenAnswers))
        terminal.leave()
        // the answers that are left can already say how the match ended
        for line in lines.filter({ !left.contains($0) }) + left { painter.writeLine(line) }
    }

    // MARK: The loop

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        self.prompt = prompt
        settleAnswers()
        var input: InputLine?
        var isDrawn = false
        while input == nil {
            guard keys.isEmpty else {
                input = take(keys.removeFirst(), completing)
                isDrawn = false
                continue
            }
            if !isDrawn { draw() }
            let arrival = terminal.read()
            input = take(arrival)
            // silence changes nothing, so it needs no drawing
            isDrawn = arrival == .silence
        }
        let line = input ?? .end
        isPictureSeen = line != .interrupted
        switch line {
        case .resized: break  // keeps the typed text and the answers
        case .news:
            forgetAnswers()
            (notice, chosen, isReading) = (nil, nil, false)
        case .refused: forgetAnswers()  // keeps the typed text
        case .text, .tooLong, .interrupted, .end:
            editor.clear()
            forgetAnswers()
            (notice, chosen, isReading) = (nil, nil, false)
        }
        return line
    }

    /// Moves a short answer to the status line.
    private func settleAnswers() {
        seenAnswers = answers.lines.count
        guard answers.lines.count == 1, let line = answers.lines.first, line.width <= terminal.size.columns else {
            return
        }
        notice = line
        forgetAnswers()
    }

    private func take(_ arrival: TerminalInput) -> InputLine? {
        switch arrival {
        case .bytes(let bytes): keys += decoder.take(bytes)
        case .silence: keys += decoder.takeSilence()
        case .interrupted: return hasNews() ? .news : interrupt()
        case .changed:
            painter.forget()
            return .resized
        case .end: return .end
        }
        return nil
    }

    /// Clears the line on Ctrl-C. If the line is empty, the session decides what Ctrl-C means.
    func interrupt() -> InputLine? {
        guard !editor.isEmpty || chosen != nil else { return .interrupted }
        editor.clear()
        (chosen, notice) = (nil, nil)
        return nil
    }

    func repaint() { painter.forget() }

    private func draw() {
        terminal.enter()
        var frame = ScreenFrame(columns: terminal.size.columns, rows: terminal.size.rows, charset: charset)
        (frame.picture, frame.beside, frame.transcript, frame.answers) = (picture, beside, transcript, answers)
        frame.standing = standing
        (frame.prompt, frame.typed, frame.cursor) = (prompt, editor.characters, editor.cursor)
        (frame.isReading, frame.isPage) = (isReading, isPage)
        parts = frame.parts
        spots = TouchTargets(of: frame.drawn().lines)
        let spot = chosen.flatMap { spots.spot(at: $0) }
        frame.status =
            notice ?? spot.map { StyledLine("\(Self.words(of: $0.touch)): Enter plays it") } ?? StyledLine(hint, .dim)
        painter.paint(frame.drawn(), chosen: spot)
    }

    /// The help of the status line if there is nothing else to say.
    private var hint: String {
        let keys = ["`help`", "Tab completes", "Ctrl-D leaves"]
        let more = (spots.hasMoves ? ["Arrows choose; Enter or a click plays"] : []) + keys
        return more.joined(separator: charset == .ascii ? "; " : " · ")
    }

    static func words(of touch: StyledLine.Spot.Touch) -> String {
        switch touch {
        case .play(let move), .refused(let move): SafeText(move).string
        case .line(let line): SafeText(line).string
        }
    }
}

// The effects of keys and the mouse.
extension FullScreen {
    /// Handles a key.
    ///
    /// - Returns: The line that the key ends, or nil.
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

    /// Carries out the touch of a spot. A move that needs more text is put into the line.
    private func touch(_ spot: TouchTargets.Spot, _ completing: (String) -> [String]) -> InputLine? {
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

    /// Discards the choice, the typed text and the answers, so that the whole picture is visible.
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

    /// Scrolls the first of these parts that isn't shown whole: the answers, the transcript, the
    /// picture. A transcript that was shortened first gets more rows.
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

    /// Scrolls the part under the mouse.
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
