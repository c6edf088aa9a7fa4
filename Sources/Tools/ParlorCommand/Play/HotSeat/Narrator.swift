import Parlor
import Values

/// Describes in sentences what happened in a match.
struct Narrator {
    let players: Players
    var drawn = RandomArgumentMoves()

    /// Returns a sentence for each run of moves by one seat: `Ana moved in secret, twice. Bob
    /// played b2.`
    ///
    /// - Parameter entries: The entries of `Match.history(for:)` for the reader.
    func happened(_ entries: some Sequence<LogEntry>) -> String {
        var sentences: [String] = []
        var run: (seat: Int, texts: [String], secret: Int) = (0, [], 0)
        func finish() {
            let name = players.name(run.seat)
            if run.secret > 0 { sentences.append("\(name) moved in secret\(Self.times(run.secret)).") }
            if !run.texts.isEmpty { sentences.append("\(name) played \(run.texts.joined(separator: ", ")).") }
            run = (0, [], 0)
        }
        for entry in entries {
            if let why = entry.leaving {
                finish()
                sentences.append(left(entry.seat, why))
                continue
            }
            if entry.seat != run.seat || (entry.text == nil) != (run.secret > 0) { finish() }
            let text = entry.text.map(drawn.shown)
            if let said = Self.said(text, entry) {
                finish()
                sentences.append("\(players.name(entry.seat)): \(SafeText(said))" + (Self.ends(said) ? "" : "."))
                continue
            }
            run.seat = entry.seat
            if let text { run.texts.append(SafeText(text).string) } else { run.secret += 1 }
        }
        finish()
        return sentences.joined(separator: " ")
    }

    /// Returns a text that starts with the move's name, such as `ask Is it near?`, or nil. "Played"
    /// doesn't fit such a text.
    private static func said(_ text: String?, _ entry: LogEntry) -> String? {
        guard let text, let name = entry.name, text.hasPrefix(name + " ") else { return nil }
        return text
    }

    private static func ends(_ text: String) -> Bool { text.last.map { ".?!…".contains($0) } ?? false }

    private static func times(_ count: Int) -> String {
        count == 1 ? "" : count == 2 ? ", twice" : ", \(count) times"
    }

    private func left(_ seat: Int, _ why: LeaveReason) -> String {
        SafeText(why.sentence(players.name(seat))).string
    }

    /// Returns one ply of the history: `3. Bob b2`.
    func line(_ entry: LogEntry, number: Int) -> String {
        var text = entry.text.map(drawn.shown) ?? "sealed"
        if let why = entry.leaving { text = why.word }
        return "\(number). \(players.name(entry.seat)) \(SafeText(text))"
    }

    /// Returns the names of the players to move.
    func turn(_ status: MatchStatus) -> String {
        status.turn.isEmpty ? "" : NameList.of(status.turn.map(players.name)) + " to move"
    }
}
