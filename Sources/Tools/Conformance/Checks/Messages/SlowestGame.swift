import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// A game that is played so that reading its message is slow. It repeats the legal move that takes
/// the most time for each of its bytes, as long as a url has room.
///
/// An attacker who wants to make others wait would play like that. Random games don't reveal how
/// slow such a game is.
struct SlowestGame {
    let setup: GameSetup
    private(set) var steps: [Step] = []
    /// The bytes that the plies take in a log.
    private(set) var bytes = 0
    /// The processor time for playing the log from its beginning, in seconds. It is the sum of the
    /// times that were measured for each step, until ``replayed()`` measures a whole replay.
    private(set) var seconds = 0.0
    /// The move that took longest.
    private(set) var worst: (step: Step, seconds: Double)?

    private let script: GameScript
    private let match: Match
    private var moves: [LoggedMove] = []
    /// The most time that a move of each kind took, in seconds per byte.
    private var rates: [Kind: Double] = [:]

    /// A kind of moves. Its moves have the same name. They are at the same end of the list of moves
    /// with this name, or they have the same kind of argument.
    private struct Kind: Hashable {
        let name: String
        let place: Int
    }

    private struct Candidate {
        let kind: Kind
        let step: Step
        let move: LoggedMove
        let bytes: Int
    }

    init(of script: GameScript, _ setup: GameSetup) throws(GameError) {
        (self.script, self.setup) = (script, setup)
        let begin = ProcessorClock.threadSeconds()
        match = try Match(of: script, seats: setup.seats, options: setup.options, seed: setup.seed)
        _ = try match.status
        seconds = ProcessorClock.threadSeconds() - begin
    }

    /// The number of plies at the start of the game at which more moves are tried. After these
    /// plies, fast moves are left out.
    private static let closely = 16
    /// The factor by which later plies may take longer than the first ones.
    private static let growth = 8.0

    /// Continues the game until the log is full, the log takes longer than `limit`, the game is
    /// over, or no kind of move is slow enough to reach the limit.
    mutating func play(room: Int, until limit: Double, using random: inout SplitMix64) throws(GameError) {
        while bytes < room, steps.count < WireLimits().plies, seconds <= limit {
            let status = try match.status
            guard status.outcome == nil, let seat = status.turn.first else { return }
            let candidates = try candidates(of: seat, using: &random)
            guard let chosen = try slowest(candidates, of: seat) else { return }
            let taken = try measured(chosen, seat)
            note(chosen, taken)
            seconds += taken
            bytes += chosen.bytes
            steps.append(chosen.step)
            moves.append(chosen.move)
            if worst.map({ $0.seconds < taken }) ?? true { worst = (chosen.step, taken) }
            let rate = rates.values.max() ?? 0
            if steps.count >= Self.closely, seconds + rate * Self.growth * Double(room - bytes) < limit { return }
        }
    }

    /// Replays the log, as a reader has to, and returns the time of the replay.
    mutating func replayed() throws(GameError) -> Double {
        let begin = ProcessorClock.threadSeconds()
        let match = try Match(of: script, seats: setup.seats, options: setup.options, seed: setup.seed)
        for (step, move) in zip(steps, moves) {
            _ = try match.status
            try match.play(move, seat: step.seat)
        }
        _ = try match.standingDigest()
        seconds = ProcessorClock.threadSeconds() - begin
        return seconds
    }

    // MARK: Choosing

    private mutating func slowest(_ candidates: [Candidate], of seat: Int) throws(GameError) -> Candidate? {
        guard candidates.count > 1 else { return candidates.first }
        let before = try match.rules.snapshot()
        var best: (candidate: Candidate, rate: Double)?
        var ending: Candidate?
        for candidate in candidates.prefix(steps.count < Self.closely ? 6 : 2) {
            do throws(GameError) {
                let taken = try measured(candidate, seat)
                note(candidate, taken)
                if try match.status.outcome != nil {
                    ending = candidate
                } else if best.map({ $0.rate < taken / Double(candidate.bytes) }) ?? true {
                    best = (candidate, taken / Double(candidate.bytes))
                }
            } catch {
                // skip a refused move, because it can't be in a log; other errors end this game
                guard case .rejected = error else { throw error }
            }
            try match.rules.restore(to: before)
        }
        return best?.candidate ?? ending
    }

    private mutating func note(_ candidate: Candidate, _ taken: Double) {
        rates[candidate.kind] = max(rates[candidate.kind] ?? 0, taken / Double(candidate.bytes))
    }

    private func measured(_ candidate: Candidate, _ seat: Int) throws(GameError) -> Double {
        let begin = ProcessorClock.threadSeconds()
        try match.play(candidate.move, seat: seat)
        _ = try match.status
        return ProcessorClock.threadSeconds() - begin
    }

    /// Returns some legal moves. Kinds that are unknown or were slow come first.
    private func candidates(of seat: Int, using random: inout SplitMix64) throws(GameError) -> [Candidate] {
        var candidates: [Candidate] = []
        var names: [String: [Move]] = [:]
        for move in try match.legalMoves(for: seat) { names[move.name, default: []].append(move) }
        for (name, moves) in names.sorted(by: { $0.key < $1.key }) {
            guard let first = moves.first else { continue }
            if let typed = first.typed {
                for (place, argument) in Self.arguments(typed).enumerated() {
                    let bytes = 4 + name.utf8.count + ((try? argument.canonicalBytes().count) ?? 0)
                    candidates.append(
                        Candidate(
                            kind: Kind(name: name, place: place), step: Step(seat: seat, first, argument: argument),
                            move: .typed(name: name, argument: argument), bytes: bytes))
                }
                continue
            }
            let places = Set([0, moves.count - 1, Int.random(in: moves.indices, using: &random)])
            for (number, place) in places.sorted().enumerated() {
                let move = moves[place]
                candidates.append(
                    Candidate(
                        kind: Kind(name: name, place: number), step: Step(seat: seat, move),
                        move: .index(move.index), bytes: move.index < 128 ? 1 : move.index < 1 << 14 ? 2 : 3))
            }
        }
        return candidates.sorted { rates[$0.kind] ?? .infinity > rates[$1.kind] ?? .infinity }
    }

    /// Returns an example, the shortest argument and the longest one.
    private static func arguments(_ typed: TypedArgument) -> [Value] {
        var arguments = typed.examples.prefix(1) + []
        switch typed.kind {
        case .integer: arguments += [typed.least, typed.most].compactMap { $0.map { .int(Int64($0)) } }
        case .text:
            let longest = min(typed.most ?? 1000, 1000)
            arguments += [typed.least ?? 1, longest].map {
                .string(String(repeating: "x", count: min(max(1, $0), longest)))
            }
        }
        var seen: Set<Value> = []
        return arguments.filter { seen.insert($0).inserted }
    }
}
