import GameRules
import LuaRuntime
import Values

/// A game whose calls are made while requests for memory are refused. The game is played forward,
/// step by step.
struct MemoryTrial {
    /// The number of consecutive requests that are refused, beginning with the chosen request.
    enum Refusal: String, CaseIterable {
        case once
        case twice = "twice in a row"
        case always = "from then on"

        var count: UInt64 {
            switch self {
            case .once: 1
            case .twice: 2
            case .always: .max / 2
            }
        }
    }

    /// The results of a call whose requests for memory are all granted.
    private struct Reference {
        let saved, before, answer, after: [UInt8]
    }

    let game: PlayedGame
    let script: GameScript
    /// The function that makes a call.
    let perform: (MemoryCall, Match) throws(GameError) -> [UInt8]
    private let pool: MemoryPool
    /// The match that plays the game. None of its requests for memory is refused.
    private let walker: Match
    private var ply = 0
    /// The match in which requests for memory are refused.
    private var match: Match
    /// The position that was saved last.
    private var last: (ply: Int, bytes: [UInt8])?
    /// The results of the call that was tried last.
    private var reference: (call: String, ply: Int, Reference)?

    init(
        _ game: PlayedGame, of script: GameScript, pool: MemoryPool,
        perform: @escaping (MemoryCall, Match) throws(GameError) -> [UInt8]
    ) throws(GameError) {
        (self.game, self.script, self.pool, self.perform) = (game, script, pool, perform)
        walker = try Match(
            of: script, seats: game.setup.seats, options: game.setup.options, seed: game.setup.seed, pool: pool)
        match = walker
    }

    /// Continues the game until `ply` steps have been played.
    mutating func go(to ply: Int) throws(GameError) {
        while self.ply < min(ply, game.steps.count) {
            try walker.play(game.steps[self.ply])
            self.ply += 1
        }
    }

    /// Returns the number of requests for memory that a call makes, in the Lua state with the most
    /// requests.
    mutating func requests(of call: MemoryCall) throws(GameError) -> UInt64 {
        try go(to: call.ply)
        try renew(saved())
        let before = match.luaStates.allocations
        _ = try call.answer(match)
        return zip(match.luaStates.allocations, before).map { $0 &- $1 }.max() ?? 0
    }

    /// Makes a call, and refuses one of its requests for memory.
    ///
    /// - Returns: Whether the call made at least `request` requests. If not, no request was
    ///   refused.
    /// - Throws: ``Finding`` if anybody could notice the refusal.
    mutating func refuse(_ request: UInt64, _ refusal: Refusal, of call: MemoryCall) throws(Finding) -> Bool {
        do {
            try go(to: call.ply)
            let reference = try reference(of: call)
            try renew(reference.saved)
            let refusals = match.meters?.refusals ?? 0
            match.luaStates.injectFault(at: request, count: refusal.count)
            let result: Result<[UInt8], GameError>
            do throws(GameError) {
                result = .success(try perform(call, match))
            } catch {
                result = .failure(error)
            }
            // if the call failed, a request was refused, even if the state that counts refusals was
            // discarded
            let isReached = if case .failure = result { true } else { match.meters?.refusals != refusals }
            match.luaStates.injectFault(at: 0)
            if let problem = try problem(with: result, refusal, call, reference) {
                var finding = Finding(
                    .b2, "\(call.name): request \(request) for memory was refused \(refusal.rawValue): \(problem)")
                (finding.setup, finding.steps) = (
                    game.setup, Array(game.steps.prefix(call.changes ? call.ply + 1 : call.ply))
                )
                throw finding
            }
            return isReached
        } catch {
            throw Finding(error, standard: .b2, in: game)
        }
    }

    /// Creates a new Lua state, which contains as little as possible. Objects that a script or its
    /// host keeps between calls would change the number of requests of the next call.
    private mutating func renew(_ saved: [UInt8]) throws(GameError) {
        match = try Match(loading: saved, of: script, pool: pool)
        // requests are counted and refused in each Lua state: create those that the calls use
        for seat in [nil] + (1...match.seats).map(Optional.some) { try match.luaStates.viewers.wake(for: seat) }
        match.collect()
    }

    private mutating func saved() throws(GameError) -> [UInt8] {
        if let last, last.ply == ply { return last.bytes }
        let bytes = try walker.save()
        last = (ply, bytes)
        return bytes
    }

    private mutating func reference(of call: MemoryCall) throws(GameError) -> Reference {
        if let reference, reference.call == call.name, reference.ply == call.ply { return reference.2 }
        let saved = try saved()
        let before = try walker.stateBytes()
        let other = try Match(loading: saved, of: script, pool: pool)
        let made = Reference(
            saved: saved, before: before, answer: try call.answer(other), after: try other.stateBytes())
        reference = (call.name, call.ply, made)
        return made
    }

    /// Returns the effect by which somebody could notice the refusal, as a sentence; nil if there
    /// is none.
    private func problem(
        with result: Result<[UInt8], GameError>, _ refusal: Refusal, _ call: MemoryCall, _ reference: Reference
    ) throws(GameError) -> String? {
        switch result {
        case .success(let answer):
            if answer != reference.answer { return "its answer differs from the answer with enough memory." }
            if try match.stateBytes() != reference.after {
                return "it ended without an error, but the state differs from the state with enough memory."
            }
        case .failure(let error):
            guard case .failed(let failure) = error, failure.error.limit == .memory else {
                return "expected an error of memory, found \(error)."
            }
            if refusal == .once { return "expected success, because Lua's second request was granted, found \(error)." }
            if try match.stateBytes() != reference.before { return "the call failed and changed the state." }
            let answer: [UInt8]
            do throws(GameError) {
                answer = try perform(call, match)
            } catch {
                return "the same call failed afterwards, with enough memory: \(error)."
            }
            let after = try match.stateBytes()
            if answer != reference.answer || after != reference.after {
                return "the same call had another result afterwards, with enough memory."
            }
        }
        return nil
    }
}

/// A call of a game into its script at some ply. It can be made with and without enough memory.
struct MemoryCall {
    /// The name of the call: `setup`, `view of seat 1`, `play 2 b2`.
    let name: String
    /// The hook that the call runs. Other calls may run the same hook.
    let hook: String
    /// Whether the call changes the state.
    let changes: Bool
    /// The number of steps before the call.
    let ply: Int
    /// Makes the call, and returns its answer as bytes.
    let answer: (Match) throws(GameError) -> [UInt8]

    /// Returns the calls at a ply. The last one plays the next step.
    static func all(at ply: Int, of game: PlayedGame) -> [MemoryCall] {
        var calls: [MemoryCall] = []
        func look(_ name: String, _ hook: String, _ answer: @escaping (Match) throws(GameError) -> [UInt8]) {
            calls.append(MemoryCall(name: name, hook: hook, changes: false, ply: ply, answer: answer))
        }
        if ply == 0 {
            look("setup", "setup") { match throws(GameError) in
                [try match.restart(seed: match.seed) ? 1 : 0]
            }
        }
        let seat = ply < game.steps.count ? game.steps[ply].seat : 1
        look("legal moves of seat \(seat)", "moves") { match throws(GameError) in
            Array(
                try match.legalMoves(for: seat).map { "\($0.name) \($0.text) \($0.index)" }.joined(separator: "\n").utf8
            )
        }
        look("view of seat \(seat)", "view") { match throws(GameError) in bytes(try match.view(for: seat)) }
        look("scene of seat \(seat)", "scene") { match throws(GameError) in
            bytes(try match.scene(for: seat) ?? .null)
        }
        look("save", "save") { match throws(GameError) in try match.save() }
        guard ply < game.steps.count else { return calls }
        let step = game.steps[ply]
        let hook =
            switch step.action {
            case .move(let name, _): "play \(name)"
            case .leave: "leave"
            }
        calls.append(
            MemoryCall(name: "play \(step)", hook: hook, changes: true, ply: ply) { match throws(GameError) in
                Array("\(try match.play(step))".utf8)
            })
        return calls
    }

    /// Returns bytes to compare. A value that is too large to be encoded becomes its description.
    private static func bytes(_ value: Value) -> [UInt8] {
        (try? value.canonicalBytes()) ?? Array(value.description.utf8)
    }
}
