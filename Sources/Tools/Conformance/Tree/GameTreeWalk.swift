import GameRules

/// Walks a game's tree depth first. Points are told apart by ``MatchSnapshot/state``; the ply is part of it, so that no way
/// leads back and every walk ends at the limit of states.
struct GameTreeWalk {
    /// What lies below a point.
    struct Counts: Hashable {
        var games = 0
        var wins: [Int]
        var draws = 0
        /// Plies to the farthest end.
        var longest = 0

        init(seats: Int) { wins = Array(repeating: 0, count: seats) }

        /// One game, which ended like this.
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

        /// Adds what lies below one of a point's moves; false if that is too much for the numbers.
        mutating func add(_ child: Counts) -> Bool {
            let (sum, overflows) = games.addingReportingOverflow(child.games)
            games = sum  // no other number is greater than this one
            guard !overflows else { return false }
            for seat in wins.indices { wins[seat] += child.wins[seat] }
            draws += child.draws
            longest = max(longest, child.longest + 1)
            return true
        }
    }

    /// A point on the way from the root to where the walk stands.
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
        // a stack of our own: a game may be longer than the thread's stack is deep
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

    /// Returns to a point if the walk has left it, and plays one of its moves.
    private func play(_ move: Move, of point: Point) throws(GameTreeError) {
        guard move.typed == nil else { throw .typedMove(move.name, log: point.snapshot.log) }
        do {
            if point.next > 0 { try match.restore(to: point.snapshot) }
            try match.play(index: move.index, seat: point.seat)
        } catch {
            throw .failed(error, log: point.snapshot.log)
        }
    }

    /// Looks at where the match stands: what lies below, if that is known already or the game is over; else the point becomes
    /// the last of the path.
    private mutating func visit(_ report: (GameTree.Progress) -> Bool) throws(GameTreeError) -> Counts? {
        let snapshot = try ask { match throws(GameError) in try match.snapshot() }
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
                throw .request("Seat \(seat) is to move and has no legal move, and the game is not over.")
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
