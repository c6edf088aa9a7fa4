import Effort
import GameRules
import LuaRuntime
import Testing
import Values

/// Whole games in which each request for memory of each call is refused in turn. The match must stay intact.
@Suite struct RefusedAllocationTests {
    /// The number of successive requests that are refused, beginning with the chosen request. After the first
    /// refusal, Lua collects garbage and requests the memory again.
    enum Refusal: CaseIterable {
        case once, twice, fromThenOn
        var count: UInt64 {
            switch self {
            case .once: 1
            case .twice: 2
            case .fromThenOn: .max / 2
            }
        }
    }

    static let games: [(id: String, moves: [(seat: Int, text: String)])] = [
        ("hideout", [(1, "a3"), (1, "c1"), (2, "b2"), (1, "miss"), (2, "a3"), (1, "hit"), (2, "c1"), (1, "hit")]),
        ("connect-four", [(1, "4"), (2, "4"), (1, "3"), (2, "3"), (1, "5"), (2, "5"), (1, "6")]),
    ]

    @Test(arguments: TestEffort.sample(["hideout", "connect-four"], oneIn: 2), Refusal.allCases)
    func aGameComesThroughUnharmed(id: String, refusal: Refusal) throws {
        let script = try catalog().script(id == "hideout" ? hideout : id)
        let moves = try #require(Self.games.first { $0.id == id }).moves
        let pool = MemoryPool()
        try LuaThread.run {
            let match = try Match(of: script, seed: 1, pool: pool)
            var points = 0
            for (seat, text) in moves {
                points += try sweep(match, seat: seat, text: text, refusal: refusal)
            }
            #expect(try match.status.outcome != nil)
            #expect(points > moves.count * 5, "the sweep met only \(points) requests for memory")
        }
        #expect(pool.leased == 0, "memory was leaked")
    }

    /// Tries a move with each possible refusal, then plays it. Returns the number of refused requests.
    private func sweep(_ match: Match, seat: Int, text: String, refusal: Refusal) throws -> Int {
        let before = try match.stateBytes()
        let ply = try match.status.ply
        let reference = try Match(loading: match.save(), of: match.script)
        let expected = try reference.play(text, seat: seat)
        let after = try reference.stateBytes()
        var failures = 0
        for point in 1...5_000 as ClosedRange<UInt64> {
            _ = try match.stateBytes()  // creates the Lua state that holds the match
            match.collect()
            let refused = try #require(match.meters).refusals
            match.luaStates.injectFault(at: point, count: refusal.count)
            let error = failure { _ = try match.play(text, seat: seat) }
            let seen = match.meters.map { $0.refusals - refused } ?? 1
            match.luaStates.injectFault(at: 0)
            if let error {
                failures += 1
                guard case .failed(let failed)? = error as? GameError else {
                    Issue.record("point \(point): \(error)")
                    return failures
                }
                #expect(failed.error.limit == .memory, "point \(point): \(failed)")
                #expect(refusal != .once, "point \(point): Lua asks again after one refusal, and then it is granted")
                #expect(try match.stateBytes() == before, "point \(point): the state changed")
                #expect(try match.status.ply == ply)
            } else {
                #expect(try match.stateBytes() == after, "point \(point): another result")
                #expect(try match.status == expected)
                if seen == 0 { return failures + Int(point) }
                try match.go(to: ply)
            }
        }
        Issue.record("the move asked for memory more than 5,000 times")
        return failures
    }

    /// The calls that only read: moves, view, scene, save, bytes. Each gives its usual result or fails with a typed
    /// error.
    @Test(arguments: TestEffort.sample(["hideout", "connect-four"], oneIn: 2), Refusal.allCases)
    func lookingIsUnharmed(id: String, refusal: Refusal) throws {
        let script = try catalog().script(id == "hideout" ? hideout : id)
        let moves = try #require(Self.games.first { $0.id == id }).moves
        let looks: [(String, (Match, Int) throws -> [UInt8])] = [
            ("moves", { match, seat in Array("\(try match.legalMoves(for: seat))".utf8) }),
            ("view", { match, seat in try match.view(for: seat).canonicalBytes() }),
            ("scene", { match, seat in try (match.scene(for: seat) ?? .null).canonicalBytes() }),
            ("save", { match, _ in try match.save() }),
            ("bytes", { match, _ in try match.stateBytes() }),
        ]
        let pool = MemoryPool()
        try LuaThread.run {
            let match = try Match(of: script, pool: pool)
            for (ply, move) in moves.enumerated() {
                if ply == 0 || ply == moves.count / 2 || ply == moves.count - 1 {
                    for (name, look) in looks { try sweep(match, move.seat, name, refusal, look) }
                }
                try match.play(move.text, seat: move.seat)
            }
        }
        #expect(pool.leased == 0, "memory was leaked")
    }

    private func sweep(
        _ match: Match, _ seat: Int, _ name: String, _ refusal: Refusal, _ look: (Match, Int) throws -> [UInt8]
    ) throws {
        let expected = try look(match, seat), before = try match.stateBytes()
        for point in 1...5_000 as ClosedRange<UInt64> {
            _ = try match.stateBytes()
            match.collect()
            let refused = try #require(match.meters).refusals
            match.luaStates.injectFault(at: point, count: refusal.count)
            var found: [UInt8] = []
            let error = failure { found = try look(match, seat) }
            let seen = match.meters.map { $0.refusals - refused } ?? 1
            match.luaStates.injectFault(at: 0)
            if let error {
                guard case .failed(let failed)? = error as? GameError else {
                    Issue.record("\(name), point \(point): \(error)")
                    return
                }
                #expect(failed.error.limit == .memory, "\(name), point \(point): \(failed)")
                #expect(refusal != .once, "\(name), point \(point): \(failed)")
            } else {
                #expect(found == expected, "\(name), point \(point): another answer")
                if seen == 0 { return }
            }
            #expect(try match.stateBytes() == before, "\(name), point \(point): the state changed")
        }
        Issue.record("\(name) asked for memory more than 5,000 times")
    }

    /// Loading a game with less and less memory gives either a typed error or a game.
    @Test func loadingUnderAnyLimitEndsWell() throws {
        let folder = try catalog().folder(hideout)
        let library = try ScriptSource(folder: home.sdk)
        var loaded = 0, refused = 0
        LuaThread.run {
            for memory in stride(from: 1_000, to: 400_000, by: 4_000) {
                let error = failure {
                    let script = try GameScript(folder, library: library, limits: LuaLimits(memory: memory))
                    _ = try Match(of: script)
                }
                switch error {
                case nil: loaded += 1
                case GameError.failed(let failure)?:
                    #expect(failure.error.limit == .memory, "\(memory) bytes: \(failure)")
                    refused += 1
                case let other?: Issue.record("\(memory) bytes: \(other)")
                }
            }
        }
        #expect(loaded > 10)
        #expect(refused > 10)
    }
}
