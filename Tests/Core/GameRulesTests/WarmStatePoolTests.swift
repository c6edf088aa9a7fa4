import CLuaBoundary
import LuaRuntime
import Testing
import Values

@testable import GameRules

/// A match may start from texts, from cached chunks, or in a *warm state*, which has already loaded the library. The
/// matches are indistinguishable. A warm state serves only one library, so each test has its own library. The tests
/// don't run in parallel, because the pool has few places and other tests may take these.
@Suite(.serialized) struct WarmStatePoolTests {
    private static let games = [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ]

    private static func library() throws -> ScriptSource { try ScriptSource(folder: home.sdk) }

    /// Everything that can be seen of a match that was played at random to its end.
    private struct Play: Equatable {
        var saved: [UInt8]
        var looks: [Value]
        var used, peak: Int
    }

    private static func play(_ script: GameScript) throws -> Play {
        try LuaThread.run {
            let match = try Match(of: script, seed: 5)
            var generator = SplitMix64(seed: 3)
            var looks: [Value] = []
            for ply in 0..<40 where try match.status.outcome == nil {
                if ply % 7 == 0 { looks += [try match.view(for: 1), try match.scene(for: 1) ?? .null] }
                try match.playRandomMove(using: &generator)
            }
            let meters = try #require(match.meters)
            return Play(saved: try match.save(), looks: looks, used: meters.used, peak: meters.peak)
        }
    }

    @Test(arguments: games) func gamesPlayAlike(_ id: String) throws {
        let folder = try catalog().folder(id)
        let library = try Self.library()
        let script = try GameScript(folder, library: library)
        let fresh = try Self.play(script)
        // another test may displace the state or refill the pool, so try again
        let wasTaken = try (0..<50).contains { _ throws -> Bool in
            WarmStatePool.fill(for: library)
            let ready = WarmStatePool.count(for: library)
            #expect(try Self.play(script) == fresh)
            return WarmStatePool.count(for: library) < ready
        }
        #expect(wasTaken, "no spare was taken")
        #expect(try Self.play(try GameScript(folder, library: library)) == fresh)
    }

    private static let failing: [(hook: String, source: String)] = [
        ("syntax", "return parlor.game {"), ("load", "error('at load')"), ("load", "local t = nil\nreturn t.x"),
        ("problems", "return require('parlor').game { title = 5, movs = {}, setup = 1 }"),
        ("require", "return require 'nothing'"), ("module", "return require 'other'"),
        ("module", "local ok, e = pcall(require, 'broken') error(e, 0)"),
        ("setup", game(setup: "local x = nil\nreturn x.y")), ("outcome", game(outcome: "return state.n.m.o")),
        ("play", game(play: "local function f(t) return t.a.b end\nf(state)")),
        ("choices", game(choices: "return 5")), ("deep", game(play: "local function f() return 1 + f() end\nf()")),
    ]

    private static func game(
        setup: String = "return { n = 0 }", outcome: String = "return nil", play: String = "state.n = state.n + 1",
        choices: String = "return { 1, 2 }"
    ) -> String {
        """
        local parlor = require "parlor"
        return parlor.game {
          title = "T",
          setup = function() \(setup) end,
          moves = { go = { choices = function(state) \(choices) end, play = function(state, seat, x) \(play) end } },
          outcome = function(state) \(outcome) end,
        }
        """
    }

    /// The error with everything in it: message, place, traceback.
    private static func ending(of source: String, _ library: ScriptSource) -> String {
        let files = ["other.lua": "local x = 1\nerror { 1 }", "broken.lua": "return (("]
        do {
            let script = try GameScript(GameFolder(id: "t", game: source, files: files), library: library)
            let match = try Match(of: script)
            try match.play("1", seat: 1)
            return "none"
        } catch GameError.failed(let failure) {
            return "\(failure) \(failure.error) \(failure.error.traceback)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: failing) func errorsAndTracebacksAreTheSame(_ hook: String, _ source: String) throws {
        let bounds = CompiledChunks.now
        defer { CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes) }
        let library = try Self.library()
        CompiledChunks.bound(most: 0, mostBytes: 0)
        let text = Self.ending(of: source, library)
        CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes)
        #expect(text != "none", "\(hook)")
        for _ in 0..<2 { #expect(Self.ending(of: source, library) == text, "\(hook), kept") }
        WarmStatePool.fill(for: library)
        #expect(Self.ending(of: source, library) == text, "\(hook), spare")
    }

    /// Only a definition that was checked is played: if a definition differs from the known one, it is checked again.
    @Test func anotherDefinitionThanIsKnownIsJudged() throws {
        let library = try Self.library()
        func load(_ source: String, known: CheckedDefinition?) throws -> LoadedScript {
            let chunks = GameChunks(GameFolder(id: "t", game: source))
            return try LoadedScript(.referee, chunks, library, LuaLimits(), nil, known: known)
        }
        let first = try load(Self.game(), known: nil)
        let known = try first.known()
        #expect(!known.outline.isEmpty && first.problems.isEmpty)
        let again = try load(Self.game(), known: known)
        #expect(again.problems.isEmpty && again.facts == known.facts)
        let marked = CheckedDefinition(outline: known.outline, facts: try .value(["title": "known"]))
        let notJudgedTwice = try load(Self.game(), known: marked)
        #expect(try notJudgedTwice.factsValue() == ["title": "known"])
        // another title, a function instead of a list, a further key, a metatable that gives other values
        let others = [
            Self.game().replacing("title = \"T\"", with: "title = \"U\""),
            Self.game().replacing("choices = function(state) return { 1, 2 } end", with: "choices = { 1, 2 }"),
            Self.game().replacing("title = \"T\"", with: "title = \"T\", summary = \"S\""),
        ]
        for other in others {
            let boot = try load(other, known: marked)
            #expect(boot.problems.isEmpty, "\(other)")
            #expect(try boot.factsValue() != ["title": "known"], "\(other)")
        }
        let broken = try load(Self.game().replacing("title = \"T\"", with: "title = 7"), known: marked)
        #expect(broken.problems.count == 1)
        for nothing in [
            "return 5", "return nil", "return {}", "return setmetatable({}, { __index = { kind = 'game' } })",
        ] {
            #expect(try load(nothing, known: marked).problems != [], "\(nothing)")
        }
        // a definition that has no encoding as bytes is checked each time
        let odd = Self.game()
            .replacing("choices = function(state) return { 1, 2 } end", with: "choices = { \"\\xff\", \"b\" }")
        let unknown = try load(odd, known: nil)
        #expect(unknown.problems.isEmpty)
        #expect(try unknown.known().outline.isEmpty)
        #expect(try load(odd, known: marked).problems.isEmpty)
    }

    @Test func aSpareServesOneGameWithItsOwnLimitsAndPool() throws {
        let lost = guard_bytes_lost()
        let library = try Self.library()
        let script = try GameScript(
            GameFolder(id: "t", game: Self.game(play: "seen = 1")), library: library)
        WarmStatePool.clear()
        WarmStatePool.fill(for: library)
        #expect(WarmStatePool.count(for: library) == 2 * WarmStatePool.most)
        let pool = MemoryPool(limit: 4 << 20)
        do {
            let matches = try (0..<3).map { _ in
                try Match(of: script, limits: LuaLimits(memory: 1 << 20), pool: pool)
            }
            #expect(WarmStatePool.count(for: library) == WarmStatePool.most, "those for apps are left")
            for match in matches { #expect(match.meters?.limit == 1 << 20) }
            #expect(pool.leased >= 3 * 256 << 10)
            #expect(throws: GameError.self) { try matches[0].play("1", seat: 1) }
        }
        #expect(pool.leased == 0)
        WarmStatePool.fill(for: library)
        for _ in 0..<2 {
            let error = failure { _ = try Match(of: script, pool: MemoryPool(limit: 100_000)) }
            guard case .failed(let failed)? = error as? GameError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failed.error.limit == .pool)
        }
        WarmStatePool.clear()
        #expect(WarmStatePool.count(for: library) == 0)
        #expect(guard_bytes_lost() == lost)
    }

    @Test func loadingFromASpareUnderAnyLimitEndsWell() throws {
        let library = try Self.library()
        let script = try GameScript(catalog().folder("battleship"), library: library)
        var loaded = 0, refused = 0
        LuaThread.run {
            for memory in stride(from: 1_000, to: 400_000, by: 9_000) {
                WarmStatePool.fill(for: library)
                let limits = LuaLimits(memory: memory)
                let spare = failure { _ = try Match(of: script, limits: limits) }
                WarmStatePool.clear()
                let fresh = failure { _ = try Match(of: script, limits: limits) }
                #expect(String(describing: spare) == String(describing: fresh), "\(memory) bytes")
                switch spare {
                case nil: loaded += 1
                case GameError.failed(let failure)?:
                    #expect(failure.error.limit == .memory, "\(memory) bytes: \(failure)")
                    refused += 1
                case let other?: Issue.record("\(memory) bytes: \(other)")
                }
            }
        }
        #expect(loaded > 5 && refused > 5)
    }

    /// Every request for memory while a game is loaded into a warm state is refused in turn.
    @Test(arguments: [1, 2, UInt64.max / 2]) func everyAllocationMayFailWhileAGameIsLoaded(count: UInt64) throws {
        let lost = guard_bytes_lost()
        let library = try Self.library()
        let script = try GameScript(catalog().folder("tic-tac-toe"), library: library)
        try LuaThread.run {
            var points = 0
            for point in 1...5_000 as ClosedRange<UInt64> {
                let booted = try WarmState(.referee, library.registered)
                try booted.state.assign(limits: LuaLimits(), pool: nil)
                try booted.state.register(script.chunks.modules)
                let load = try #require(booted.functions["load"])
                let known = [LuaValue.bytes(script.known.outline), script.known.facts]
                let before = booted.state.meters.allocations
                booted.state.injectFault(at: point, count: count)
                do {
                    let game = try booted.state.load(script.chunks.main)
                    let loaded = try booted.state.call(load, arguments: [.function(game)] + known, results: 2)
                    #expect(try loaded[0].decoded() == [:] || loaded[0].decoded() == [], "point \(point)")
                } catch let error as LuaError {
                    #expect(count > 1 && error.limit == .memory, "point \(point): \(error)")
                }
                points += 1
                if booted.state.meters.allocations - before < point { break }
            }
            #expect(points > 100 && points < 5_000)
        }
        #expect(guard_bytes_lost() == lost)
    }

    /// `refill` creates the states that were needed. Before the host calls it, none is created.
    @Test func refillingBootsWhatWasNeeded() throws {
        let library = try Self.library()
        WarmStatePool.clear()
        let script = try GameScript(catalog().folder("tic-tac-toe"), library: library)
        _ = try Match(of: script)
        #expect(WarmStatePool.count(for: library) == 0)
        WarmStatePool.refill()
        let ready = WarmStatePool.count(for: library)
        #expect((1...WarmStatePool.most).contains(ready), "others may have taken places at the same time")
        WarmStatePool.clear()
        WarmStatePool.refill()
        #expect(WarmStatePool.count(for: library) == 0)
    }

    @Test func manyThreadsBootAtOnce() async throws {
        let lost = guard_bytes_lost()
        let library = try Self.library()
        let script = try GameScript(catalog().folder("connect-four"), library: library)
        let expected = try Self.play(script)
        let right = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var right = 0
                    for _ in 0..<6 {
                        if worker.isMultiple(of: 2) { WarmStatePool.fill(for: library) }
                        if try Self.play(script) == expected { right += 1 }
                    }
                    return right
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(right == 24)
        WarmStatePool.clear()
        #expect(guard_bytes_lost() == lost)
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
