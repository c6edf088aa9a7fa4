import GameRules
import MatchSessions
import Scenes
import Values

// The views of a match. None of them changes it.
extension HostedMatch {
    /// Returns the view of a seat; `viewer` is nil for a spectator.
    ///
    /// `images`: The pictures of the game's folder.
    public func view(for viewer: Int?, theme: Theme, images: SceneImages? = nil) throws(HostingError) -> SeatView {
        let phase = try phase()
        let isPlaying = phase == .playing
        // before all seats are taken, a player could look at a hand and leave. Until then everybody
        // sees only what a spectator sees, and nothing that was dealt
        let seat = phase == .playing || phase == .over ? viewer : nil
        let (status, moves, prompts) = try rules { match throws(GameError) in
            let status = try match.status
            guard let seat, isPlaying, status.turn.contains(seat) else { return (status, [Move](), [String]()) }
            let prompts = try match.views.prompts(for: seat, names: names)
            let moves = try match.legalMoves(for: seat)
            // leave out the prompts of moves that aren't legal now
            let asked = prompts.filter { name, _ in moves.contains { $0.name == name } }
            return (status, moves, asked.sorted { $0.key < $1.key }.map(\.value))
        }
        let listed = moves.filter { $0.typed == nil }
        let drawn = try MatchPicture(
            of: match, for: seat, names: names, moves: moves, isLive: true,
            isCovered: isCovered(), theme: theme, images: images)
        let lines = try lines(after: number - SeatView.mostLines, for: seat)
        return SeatView(
            match: id.text, game: script.id, title: script.title, number: number, phase: phase.rawValue, you: viewer,
            seats: seats.map(seatView), turn: isPlaying ? status.turn : [], round: isPlaying && status.isRound,
            ply: status.ply, outcome: phase == .over ? ending(status) : nil, svg: drawn.svg, words: drawn.words,
            moves: listed.prefix(SeatView.mostMoves).map { SeatView.Listed(text: $0.text, name: $0.name) },
            moreMoves: listed.count > SeatView.mostMoves, typed: moves.compactMap(typed), prompts: prompts,
            status: sentence(phase, status, viewer), log: lines, turnLimit: opening.turnLimit,
            deadline: try deadline()?.text, next: next?.text)
    }

    /// Returns whether everything dealt or drawn is hidden from everybody. This is the case until
    /// the match begins, so that nobody decides by these facts whether to join.
    func isCovered() throws(HostingError) -> Bool {
        let phase = try phase()
        return phase != .playing && phase != .over && script.chance != .none
    }

    func seatView(_ seat: Int) -> SeatView.Seat {
        let sitter = sitters[seat]
        return SeatView.Seat(
            seat: seat, name: sitter?.name, taken: sitter != nil, bot: sitter?.isBot ?? false, gone: left[seat]?.word,
            kept: sitter == nil && keepsFreeSeats ? true : nil)
    }

    private func typed(_ move: Move) -> SeatView.Typed? {
        guard let typed = move.typed else { return nil }
        return SeatView.Typed(
            name: move.text, help: typed.help, type: typed.kind.rawValue, min: typed.least, max: typed.most,
            drawn: typed.isDrawn)
    }

    private func ending(_ status: MatchStatus) -> SeatView.Ending? {
        guard let outcome = status.outcome else { return nil }
        return SeatView.Ending(text: sentence(outcome), winners: outcome.winners, draw: outcome.winners.isEmpty)
    }

    /// Returns the outcome as a sentence. Says so if the match has ended because the script failed.
    private func sentence(_ outcome: Outcome) -> String {
        hasFailed ? "The game's script failed. \(outcome.sentence(name))" : outcome.sentence(name)
    }

    private func sentence(_ phase: Phase, _ status: MatchStatus, _ viewer: Int?) -> String {
        switch phase {
        case .waiting:
            let free = freeSeats.count
            if keepsFreeSeats { return "Waiting for those who played before." }
            return free == 1 ? "Waiting for one more player." : "Waiting for \(free) more players."
        case .closed: return "The match was closed before it began."
        case .over: return status.outcome.map(sentence) ?? "The game is over."
        case .playing:
            if let viewer, status.turn.contains(viewer) { return "Your turn." }
            let names = NameList.of(status.turn.map(name))
            return "Waiting for \(names)."
        }
    }
}

// The log as a viewer may read it. A line contains nothing that the viewer may not know yet.
extension HostedMatch {
    /// Returns the lines after an entry, as a seat may read them; `viewer` is nil for a spectator.
    func lines(after number: Int, for viewer: Int?) throws(HostingError) -> [EntryLine] {
        guard number < self.number else { return [] }
        let texts = try texts(for: viewer)
        return (max(0, number)..<self.number).map { index in
            line(index + 1, entries[index], text: texts[index + 1] ?? nil)
        }
    }

    /// Returns the texts of the moves that the viewer may read, by the number of their entry.
    private func texts(for viewer: Int?) throws(HostingError) -> [Int: String?] {
        // a match without moves needs no Lua
        guard !counted.isEmpty else { return [:] }
        let history = try rules { match throws(GameError) in try match.history(for: viewer) }
        var places: [Int: Int] = [:]
        var texts: [Int: String?] = [:]
        for entry in history {
            let place = places[entry.seat, default: 0]
            places[entry.seat] = place + 1
            guard let numbers = counted[entry.seat], numbers.indices.contains(place) else { continue }
            texts[numbers[place]] = entry.leaving == nil ? entry.text : nil
        }
        return texts
    }

    private func line(_ number: Int, _ entry: HostedEntry, text: String?) -> EntryLine {
        let (seat, says): (Int?, String)
        switch entry.event {
        case .open: (seat, says) = (nil, "The match is open.")
        case .join(let place, let sitter):
            (seat, says) = (place, "\(sitter.name) sits down" + (sitter.isBot ? " (a bot)." : "."))
        case .ply(let place, _):
            (seat, says) = (place, text.map { "\(name(place)): \($0)" } ?? "\(name(place)) moved in secret.")
        case .leave(let place):
            (seat, says) = (
                place, left[place] == nil ? "A player stands up." : LeaveReason.resigned.sentence(name(place))
            )
        case .timeout(let place): (seat, says) = (place, LeaveReason.timeout.sentence(name(place)))
        case .say(let place, let phrase): (seat, says) = (place, "\(name(place)): “\(phrase.text)”")
        case .close(let why):
            (seat, says) = (
                nil,
                why == .empty ? "Everybody has left, so the match is closed." : "Nobody came, so the match is closed."
            )
        case .next: (seat, says) = (nil, "There is a rematch.")
        }
        return EntryLine(
            number: number, at: entry.at.text, kind: entry.kind, seat: seat, text: text, says: says)
    }

    /// Returns the name of a seat for a sentence.
    func name(_ seat: Int) -> String { names.name(seat) }
}
