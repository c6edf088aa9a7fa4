import GameRules

/// Walks a game's tree depth first. ``MatchSnapshot/state`` identifies a point. This state includes
/// the ply, so no sequence of moves leads back to a point, and every walk ends at the limit of
/// states at the latest.
struct GameTreeWalk {
    /// The counts below a point.
    struct Counts: Hashable {
        var games = 0
        var wins: [Int]
        var draws = 0
        /// The number of plies to the farthest end.
        var longest = 0

        init(seats: Int) { wins = Array(repeating: 0, count: seats) }

        /// Creates the counts of one game with this outcome.
        init(_ outcome: Outcome, seats: Int) {
            self.init(seats: seats)
            games = 1
            let winners: [Int]
            switch outcome {
            case .win(let seats): winners = seats
            case .draw: winners = []
            case .scores(let scores):
                let best = scores.max()
                winners = scores.min() == best ? [] : scores.indices.filter { scores[$0] == best }.map { $0 + 1 }
            }
            for seat in Set(winners) where wins.indices.contains(seat - 1) { wins[seat - 1] = 1 }
            if winners.isEmpty { draws = 1 }
        }

        /// Adds the counts below one of a point's moves. Returns false if a number overflows.
        mutating func add(_ child: Counts) -> Bool {
            let (sum, overflows) = games.addingReportingOverflow(child.games)
            games = sum  // `games` is the largest of the numbers, so the others can't overflow
            guard !overflows else { return false }
            for seat in wins.indices { wins[seat] += child.wins[seat] }
            draws += child.draws
            longest = max(longest, child.longest + 1)
            return true
        }
    }

    /// A point on the path from the root to the current one.
    private struct Point {
        let snapshot: MatchSnapshot
        let seat: Int
        let moves: [Move]
        var next = 0
        var counts: Counts
    }

    private let match: Match
    private let maximumStates: Int
    private var known: [[UInt8]: Counts] = [:]
    private var path: [Point] = []
    private var progress = GameTree.Progress()
    private var terminals = 0
    private var moves = 0

    init(match: Match, maximumStates: Int) {
        self.match = match
        self.maximumStates = maximumStates
    }

    mutating func run(_ report: (GameTree.Progress) -> Bool) throws(GameTreeError) -> GameTree {
        // an explicit stack instead of recursion, because a long game could overflow the thread's
        // stack
        var finished = try visit(report)
        progress.first = path.first?.moves.count ?? 0
        while let here = path.indices.last {
            if let counts = finished {
                guard path[here].counts.add(counts) else { throw .tooManyGames(progress) }
                if here == 0 { progress.finished += 1 }
                finished = nil
            }
            guard path[here].next < path[here].moves.count else {
                let done = path.removeLast()
                known[done.snapshot.state] = done.counts
                finished = done.counts
                continue
            }
            try play(path[here].moves[path[here].next], of: path[here])
            path[here].next += 1
            finished = try visit(report)
        }
        let root = finished ?? Counts(seats: match.seats)
        return GameTree(root, states: progress.states, terminals: terminals, moves: moves)
    }

    /// Restores a point if the walk has left it, and plays one of its moves.
    private func play(_ move: Move, of point: Point) throws(GameTreeError) {
        guard move.typed == nil else { throw .typedMove(move.name, log: point.snapshot.log) }
        do {
            if point.next > 0 { try match.rules.restore(to: point.snapshot) }
            try match.play(index: move.index, seat: point.seat)
        } catch {
            throw .failed(error, log: point.snapshot.log)
        }
    }

    /// Visits the current point. If the counts below the point are already known, or if the game is
    /// over, returns these counts. Otherwise appends the point to the path, and returns nil.
    private mutating func visit(_ report: (GameTree.Progress) -> Bool) throws(GameTreeError) -> Counts? {
        let snapshot = try ask { match throws(GameError) in try match.rules.snapshot() }
        if let counts = known[snapshot.state] { return counts }
        progress.depth = snapshot.log.count
        guard progress.states < maximumStates else { throw .tooManyStates(maximum: maximumStates, progress) }
        progress.states += 1
        if progress.states % 1000 == 0, !report(progress) { throw .cancelled(progress) }
        let status = try ask { match throws(GameError) in try match.status }
        guard let seat = status.turn.first else {
            let counts = Counts(status.outcome ?? .draw, seats: match.seats)
            known[snapshot.state] = counts
            terminals += 1
            return counts
        }
        let open = try ask { match throws(GameError) in
            let open = try match.legalMoves(for: seat)
            guard !open.isEmpty else {
                throw .request("Seat \(seat) is to move but has no legal move, and the game isn't over.")
            }
            return open
        }
        moves += open.count
        path.append(Point(snapshot: snapshot, seat: seat, moves: open, counts: Counts(seats: match.seats)))
        return nil
    }

    private func ask<R>(_ body: (Match) throws(GameError) -> R) throws(GameTreeError) -> R {
        do { return try body(match) } catch { throw .failed(error, log: match.log) }
    }
}
