import Parlor

/// What the commands of the REPL do.
extension PlaySession {
    func perform(_ command: ReplCommand) throws(GameError) {
        switch command {
        case .help: show(help)
        case .board: isStale = true
        case .moves: try showMoves()
        case .rules: show(screen.lines(match.script.folder.readme ?? match.script.summary))
        case .history: try showHistory()
        case .view(let who): try view(who)
        case .state: if mayReveal() { try showState() }
        case .lua(let expression): if mayReveal() { try evaluate(expression) }
        case .stats: showStats()
        case .undo(let count):
            try step(count, by: { match throws(GameError) in try match.undo() }, "There is nothing to take back.")
        case .redo(let count):
            try step(count, by: { match throws(GameError) in try match.redo() }, "There is nothing to play again.")
        case .save(let path):
            try MatchFile.write(match, to: path)
            show(screen.lines("Saved in \(path)."))
        case .load(let path): try load(path)
        case .replay(let path): try replay(path)
        case .seats: show(screen.lines("Seats: \(players.roster)."))
        case .bot(let who, let isOn): try setBot(who, isOn)
        case .auto(let count): try auto(count)
        case .new(let seed): try begin(seed: seed)
        case .reload: try reload()
        case .resign: try resign()
        case .quit: leave()
        }
    }

    private var help: [String] {
        let isNarrow = screen.columns() < 72
        var lines = screen.lines("Type a move by its text; Tab completes. Commands, some with a short form:")
        for word in CommandWord.all {
            let left = word.usage + (word.short.map { ", \($0)" } ?? "")
            let gap = isNarrow ? ": " : String(repeating: " ", count: max(1, 27 - left.count))
            lines += screen.lines((isNarrow ? "" : "  ") + left + gap + word.help)
        }
        return lines + screen.lines("Where a move reads like a command, /undo is the command. Ctrl-C clears the line.")
    }

    // MARK: Looking

    private func showMoves() throws(GameError) {
        guard let seat = seatToMove else {
            show(
                screen.lines(
                    "There is nothing to move: \(try match.status.outcome == nil ? "only bots play" : "the game is over")."
                ))
            return
        }
        let moves = try match.legalMoves(for: seat)
        show(screen.table(moves.map { $0.prompt + ($0.alternative.map { " (\($0))" } ?? "") }))
    }

    private func showHistory() throws(GameError) {
        let status = try match.status
        let entries = try match.history(for: seatShown)
        if entries.isEmpty { show(screen.lines("Nothing was played yet.")) }
        var texts = entries.prefix(status.ply).enumerated().map { narrator.line($0.element, number: $0.offset + 1) }
        texts += entries.dropFirst(status.ply).map { "– \(players.name($0.seat)) has moved" }
        show(screen.table(texts))
        if let outcome = status.outcome { show(screen.lines(narrator.ended(outcome))) }
    }

    private func view(_ who: String?) throws(GameError) {
        var seat = seatShown
        if let who { seat = who.lowercased() == "spectator" ? nil : try players.seat(who) }
        if let seat, seat != viewer, !mayReveal() { return }
        show(screen.lines("As \(seat.map(players.name) ?? "a spectator") sees it:", .quiet))
        show(try board(for: seat))
        showPrinted()
    }

    private func showState() throws(GameError) {
        let bytes = try match.stateBytes()
        guard let state = try? Value(canonicalBytes: bytes) else { return }
        show(pretty(state))
    }

    private func evaluate(_ expression: String) throws(GameError) {
        let results: [Value?]
        do {
            results = try match.evaluate(expression, seat: seatShown)
        } catch {
            // what is wrong with the expression alone is no failure of the script
            guard case .failed(let failure) = error, failure.place?.source ?? "lua" == "lua" else { throw error }
            show(FailureReport.printed(failure.printed).flatMap { screen.lines($0, .quiet) })
            return refuse("lua: \(failure.error.message)")
        }
        showPrinted()
        for result in results { show(result.map(pretty) ?? screen.lines("a function")) }
        if results.isEmpty { show(screen.lines("no value", .quiet)) }
    }

    private func pretty(_ value: Value) -> [String] {
        PrettyValue(value: value, columns: screen.columns()).lines.flatMap { screen.lines($0) }
    }

    private func showStats() {
        guard let meters = match.meters else {
            show(screen.lines("The Lua state was thrown away after a failure; the next move builds it anew."))
            return
        }
        show(
            screen.lines(
                "Memory: \(Self.kilobytes(meters.used)) used, \(Self.kilobytes(meters.peak)) at most, \(Self.kilobytes(meters.limit)) allowed."
            ))
        show(screen.lines("Granted in the last call: \(Self.kilobytes(meters.granted))."))
        guard let lastTurn else { return }
        let hundredths = Int(lastTurn.time / .microseconds(10))
        let time = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) ms"
        let counted = "\(lastTurn.instructions) instructions; counting them takes half of the time."
        show(screen.lines("Last turn: \(time), \(counted)"))
    }

    private static func kilobytes(_ bytes: Int) -> String { "\((bytes + 1023) / 1024) KB" }

    // MARK: Going back and forth

    /// Takes back or plays again. With bots at the table it goes on to where a person is to move.
    private func step(
        _ count: Int, by action: (Match) throws(GameError) -> Bool, _ nothing: String
    ) throws(GameError) {
        let start = try match.status.ply + match.log.count
        var left = count
        while left > 0 {
            var isDone = false
            while !isDone {
                guard try action(match) else {
                    left = 0  // however often was asked for: there is no more
                    break
                }
                let isOver = try match.status.outcome != nil
                isDone = isOver || humans.isEmpty || seatToMove != nil
            }
            left -= 1
        }
        guard try match.status.ply + match.log.count != start else { return refuse(nothing) }
        forgetNews(to: try match.status.ply)
        note("The match stands at ply \(try match.status.ply).")
    }

    // MARK: Other matches

    /// Goes on with another match.
    func change(to match: Match) throws(GameError) {
        self.match = match
        prepare(match)
        if players.count != match.seats {
            let bots = players.bots.filter { $0 <= match.seats }
            players = Players(count: match.seats)
            players.bots = bots
        }
        told = [:]
        let ply = try match.status.ply
        for key in 0...match.seats { told[key] = ply }
        viewer = nil
        lastTurn = nil
        botsRest = false
        isStale = true
    }

    private func load(_ path: String) throws(GameError) {
        let (match, notice) = try MatchFile.read(path).match(of: match.script)
        try change(to: match)
        note(notice ?? "Loaded \(path).")
    }

    private func begin(seed: UInt64?) throws(GameError) {
        let seed = seed ?? PlayCommand.anySeed()
        try change(to: try Match(of: match.script, seats: match.seats, options: match.options, seed: seed))
        bot = RandomBot(seed: seed)
        note("A new match, seed \(seed).")
    }

    private func reload() throws(GameError) {
        let script = try readScript()
        try change(to: try match.replayed(under: script))
        note("Reloaded; \(match.log.count) plies were played again.")
    }

    private func replay(_ path: String?) throws(GameError) {
        let viewer = isSharingSecrets ? self.viewer : seatShown
        let replayer: Replayer
        if let path {
            let (match, _) = try MatchFile.read(path).match(of: match.script)
            replayer = try Replayer(match, players: players, screen: screen, viewer: nil)
        } else {
            replayer = try Replayer(match, players: players, screen: screen, viewer: viewer)
        }
        try answers.draw { () throws(GameError) in
            try replayer.run(on: lines, write: write, stepping: lines.isInteractive)
        }
        isStale = lines.isInteractive
    }

    // MARK: Who plays

    private func setBot(_ who: String, _ isOn: Bool) throws(GameError) {
        let seats = who == "all" ? Set(1...match.seats) : [try players.seat(who)]
        if isOn { players.bots.formUnion(seats) } else { players.bots.subtract(seats) }
        botsRest = false
        note("Seats: \(players.roster).")
    }

    /// Random moves for every seat: so many plies, or to the end.
    func auto(_ count: Int?) throws(GameError) {
        let first = try match.status.ply
        let limit = count ?? mostPlies
        try LuaThread.run { () throws(GameError) in
            var played = 0
            while played < limit, let seat = try match.status.turn.first, !Interrupts.take() {
                try timed { () throws(GameError) in try bot.play(match, seat: seat) }
                played = try match.status.ply - first
            }
        }
        isStale = true
        if count == nil, try match.status.outcome == nil {
            note("The match isn't over after \(try match.status.ply) plies; `auto` goes on.")
        }
    }

    private func resign() throws(GameError) {
        guard let seat = seatToMove else { return refuse("There is nobody to resign.") }
        try match.leave(seat: seat)
        isStale = true
    }
}
