import GameRules
import LuaRuntime
import Values

/// B2: a request for memory that is refused changes nothing, wherever in a game it happens.
///
/// If a request is refused once, Lua collects garbage and repeats the request. Nobody may notice
/// that refusal. If a request is refused twice in a row, or all requests are refused from some
/// point on, the call must fail with an error of memory. After such an error the match must be
/// unchanged, and the same call must succeed with enough memory.
struct RefusedMemoryCheck: GameCheck {
    static let properties: [Property] = [.b2]

    /// If a game has at most this number of requests, the check refuses each of them.
    static let mostPoints = 5000
    /// The number of requests that are chosen at random if a game has more than ``mostPoints``.
    static let drawnPoints = 2000
    /// The number of requests in a quick run. The requests are from the first call of each hook.
    /// Each request is refused in one of the three ways.
    static let quickPoints = 40
    /// The number of games in a full run: the longest and the shortest.
    private static let mostGames = 2

    /// Makes a call. A test replaces this function by one that hides a refusal or that doesn't undo
    /// a change.
    var perform: (MemoryCall, Match) throws(GameError) -> [UInt8] = { call, match throws(GameError) in
        try call.answer(match)
    }

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        guard let longest = run.games.first, let shortest = run.games.last else { return }
        var random = run.generator(.b2)
        let isOne = run.effort == .quick || run.games.count == 1
        let games = isOne ? [shortest] : [longest, shortest]
        for (number, game) in games.enumerated() where number == 0 || run.hasTime {
            let pool = MemoryPool()
            try refuse(in: game, run, pool, &random)
            guard pool.leased == 0 else {
                var finding = Finding(.b2, "\(pool.leased) bytes weren't released after the match.")
                (finding.setup, finding.steps) = (game.setup, game.steps)
                throw finding
            }
        }
    }

    /// One of the requests for memory that a call makes.
    private struct Point {
        /// The index of the call among all calls of the game.
        let call: Int
        /// The number of the request, from 1.
        let request: UInt64
    }

    private func refuse(
        in game: PlayedGame, _ run: CheckRun, _ pool: MemoryPool, _ random: inout SplitMix64
    ) throws(Finding) {
        let calls = (0...game.steps.count).flatMap { MemoryCall.all(at: $0, of: game) }
        do {
            let points = try points(of: calls, in: game, run, pool, &random)
            var trial = try MemoryTrial(game, of: run.subject.script, pool: pool, perform: perform)
            let all = MemoryTrial.Refusal.allCases
            try run.go(through: points.enumerated(), .b2, "requests for memory") { number, point in
                let refusals = run.effort == .quick ? [all[number % all.count]] : all
                for refusal in refusals where try trial.refuse(point.request, refusal, of: calls[point.call]) {
                    run.note(.b2)
                }
            }
        } catch {
            throw Finding(error, standard: .b2, in: game)
        }
    }

    /// Returns the requests to refuse, in the order of the game.
    private func points(
        of calls: [MemoryCall], in game: PlayedGame, _ run: CheckRun, _ pool: MemoryPool, _ random: inout SplitMix64
    ) throws(GameError) -> [Point] {
        var trial = try MemoryTrial(game, of: run.subject.script, pool: pool, perform: perform)
        var hooks: Set<String> = []
        var first: [Point] = []
        var others: [Point] = []
        for (index, call) in calls.enumerated() {
            let isFirst = hooks.insert(call.hook).inserted
            guard isFirst || run.effort == .full else { continue }
            let count = try trial.requests(of: call)
            let points = (0..<count).map { Point(call: index, request: $0 + 1) }
            if isFirst { first += points } else { others += points }
        }
        let chosen: [Point]
        if run.effort == .quick {
            chosen = Array(first.shuffled(using: &random).prefix(Self.quickPoints))
        } else if first.count + others.count <= Self.mostPoints {
            chosen = first + others
        } else {
            chosen = first + others.shuffled(using: &random).prefix(max(0, Self.drawnPoints - first.count))
        }
        return chosen.sorted { ($0.call, $0.request) < ($1.call, $1.request) }
    }
}
