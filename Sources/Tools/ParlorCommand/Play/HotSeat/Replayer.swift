import Parlor

/// Shows a match turn by turn, from its beginning.
final class Replayer {
    private let whole: [LogEntry]
    private let playthrough: Playthrough
    private let script: GameScript
    private let players: Players
    private let screen: Screen
    private let viewer: Int?
    private let match: Match
    private var shown: [[StyledLine]] = []
    private var drawnMoves = DrawnMoves()

    /// - Parameter viewer: whose view is shown; nil for a spectator's. Moves that are still sealed to the viewer stay so.
    init(_ match: Match, players: Players, screen: Screen, viewer: Int?) throws(GameError) {
        whole = Array(try match.history(for: viewer).prefix(try match.status.ply))
        playthrough = try Playthrough(match)
        script = match.script
        self.players = players
        self.screen = screen
        self.viewer = viewer
        self.match = try playthrough.begin(script)
    }

    /// The frame of a turn, counted from 0, the beginning; nil after the last.
    func frame(_ index: Int) throws(GameError) -> [StyledLine]? {
        while shown.count <= index {
            let ply = try match.status.ply
            guard shown.isEmpty || ply < whole.count else { return nil }
            if !shown.isEmpty {
                var next = ply
                repeat {
                    try learn(from: whole[next])
                    try match.play(playthrough.plies[next])
                    next += 1
                } while try match.status.ply == ply && next < whole.count
            }
            shown.append(try drawn(since: ply))
        }
        return shown[index]
    }

    /// Looks whether the number of a move is one that a device draws: the record alone doesn't say it.
    private func learn(from entry: LogEntry) throws(GameError) {
        guard case .move(.typed(_, .int)) = entry.choice else { return }
        drawnMoves.learn(from: try match.legalMoves(for: entry.seat))
    }

    private func drawn(since before: Int) throws(GameError) -> [StyledLine] {
        let status = try match.status
        let narrator = Narrator(players: players, drawn: drawnMoves)
        let played = whole[min(before, whole.count)..<min(status.ply, whole.count)]
        let head =
            shown.isEmpty
            ? "\(script.title): \(players.roster)" : "\(status.ply)/\(whole.count)  \(narrator.happened(played))"
        var lines = screen.lines(head, .title)
        lines += try screen.board(
            match, for: viewer, names: players.seatNames, lastMove: played.last, showsHints: false)
        if let outcome = status.outcome { lines += screen.lines(outcome.sentence(players.name), .title) }
        return lines
    }

    /// Shows all frames, one after the other.
    ///
    /// - Parameter stepping: waits for Enter between them; `b` goes back, `q` stops.
    func run(on lines: any LineSource, write: (StyledLine) -> Void, stepping: Bool) throws(GameError) {
        var index = 0
        while let frame = try frame(index) {
            write(StyledLine())
            for line in frame { write(line) }
            index += 1
            guard stepping, index <= whole.count, try self.frame(index) != nil else { continue }
            switch lines.next(prompt: "Enter: next, b: back, q: stop> ") {
            case .end, .interrupted: return
            case .tooLong, .resized, .news, .refused: break
            case .text(let text):
                let word = text.lowercased().trimmingCharacters(in: .whitespaces)
                if ["q", "quit"].contains(word) { return }
                if ["b", "back"].contains(word) { index = max(0, index - 2) }
            }
        }
    }
}
