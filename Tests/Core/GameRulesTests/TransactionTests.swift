import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

/// A move is played completely or not at all. After a rejection, an error or a limit, the state is the same as before,
/// byte for byte.
@Suite struct TransactionTests {
    private let fragile = """
        local parlor = require 'parlor'
        local kept = 0
        return parlor.game {
          title = 'Fragile', seats = 1,
          setup = function() return { list = {} } end,
          moves = {
            add = { play = function(state) state.list[#state.list + 1] = 'x' end },
            refuse = { play = function(state) state.list[1] = 'spoilt' return parlor.reject('no', 'Not now.') end },
            fail = { play = function(state) state.list[1] = 'spoilt' local x = nil return x.y end },
            hang = { play = function(state) state.list[1] = 'spoilt' while true do end end },
            hoard = { play = function(state) state.list[1] = 'spoilt' local t = {} while true do t[#t + 1] = {} end end },
            nan = { play = function(state) state.list[1] = 0 / 0 end },
          },
          outcome = function(state) if #state.list == 9 then return parlor.draw() end end,
        }
        """

    private func match() throws -> Match {
        let limits = LuaLimits(memory: 4 << 20, deadline: .milliseconds(50))
        let match = try Match(of: script(fragile), limits: limits)
        try match.play("add", seat: 1)
        try match.play("add", seat: 1)
        return match
    }

    @Test func aRefusalChangesNothing() throws {
        let match = try match()
        let before = try match.stateBytes()
        #expect(rejection { try match.play("refuse", seat: 1) } == Rejection(code: "no", message: "Not now."))
        #expect(try match.stateBytes() == before)
        #expect(try match.play("add", seat: 1).ply == 3)
    }

    @Test(arguments: [("fail", nil), ("hang", LuaError.Limit.time), ("hoard", .memory)])
    func aFailureChangesNothing(move: String, limit: LuaError.Limit?) throws {
        let match = try match()
        let before = try match.stateBytes()
        guard case .failed(let failed)? = failure({ _ = try match.play(move, seat: 1) }) as? GameError else {
            Issue.record("\(move) did not fail")
            return
        }
        #expect(failed.error.limit == limit)
        #expect(failed.hook == "moves.\(move).play")
        #expect(try match.stateBytes() == before)
        #expect(try match.status.ply == 2)
        #expect(try match.play("add", seat: 1).ply == 3)
    }

    @Test func aFailureSaysWhereAndWhat() throws {
        let match = try match()
        let error = failure { _ = try match.play("fail", seat: 1) }
        let words = "\(try #require(error))"
        #expect(words.hasPrefix("test-game/game.lua:9: moves.fail.play: "), "\(words)")
    }

    @Test func aValueThatCannotBeSavedIsNamed() throws {
        let match = try match()
        let error = try #require(failure { try match.play("nan", seat: 1) })
        #expect("\(error)".contains("moves.nan.play: state.list[1]: NaN can't be saved"))
    }

    @Test(arguments: [
        ("choices = function(state) state.list.seen = 1 return { 'a' } end", "moves.go.choices", "state.list"),
        ("when = function(state) state.counter = 1 return true end", "moves.go.when", "state.counter"),
        (
            "choices = { 'a' }, legal = function(state) state.counter = 1 return true end", "moves.go.legal",
            "only setup, play, resolve and leave"
        ),
    ])
    func aWatchfulMatchReportsWrites(change: String, hook: String, path: String) throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'T', setup = function() return { list = {} } end,
              moves = { go = { play = function() end, \(change) } }, outcome = function() end }
            """
        let match = try Match(of: script(source))
        match.luaStates.isWatchful = true
        let words = "\(try #require(failure { _ = try match.legalMoves(for: 1) }))"
        #expect(words.contains("`\(hook)` changed the state"), "\(words)")
        #expect(words.contains(path), "\(words)")
    }

    @Test(arguments: [
        ("outcome = function(state) state.seen = true end", "outcome"),
        ("outcome = function() end, turn = function(state) state.seen = true return 1 end", "turn"),
    ])
    func aWatchfulMatchReportsWritesOfHooksThatFollowAMove(hooks: String, hook: String) throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'T', setup = function() return {} end,
              moves = { go = { play = function(state) state.seen = nil end } }, \(hooks) }
            """
        let made = try script(source)
        let error = failure {
            let match = try Match(of: made)
            match.luaStates.isWatchful = true
            try match.play("go", seat: 1)
        }
        let words = "\(try #require(error))"
        #expect(words.contains("`\(hook)` changed the state"), "\(words)")
        #expect(words.contains(": state"), "\(words)")
    }

    /// A call that fails discards the Lua state of the rules. The match still knows whose turn it is, so rejecting a
    /// move out of turn needs no replay.
    @Test func aMoveOutOfTurnIsRefusedWithoutAReplay() throws {
        let two = fragile.replacingOccurrences(of: "seats = 1", with: "seats = 2")
        let match = try Match(of: script(two), limits: LuaLimits(memory: 4 << 20, deadline: .milliseconds(50)))
        for ply in 0..<6 { try match.play("add", seat: ply % 2 + 1) }
        #expect(throws: GameError.self) { try match.play("hang", seat: 1) }
        let work = WorkCounter()
        for _ in 1...3 {
            #expect(work.count { rejection { try match.play("add", seat: 2) } }?.code == "not_your_turn")
            #expect(
                work.count { rejection { try match.play(name: "add", argument: .null, seat: 2) } }?.code
                    == "not_your_turn")
            let moves = try work.count { try match.legalMoves(for: 2) }
            #expect(moves.isEmpty)
        }
        #expect(work.work[.pliesReplayed] == 0)
        let after = try work.count { try match.play("add", seat: 1) }
        #expect(after.ply == 7)
        #expect(work.work[.pliesReplayed] == 6, "the counter counts")
    }

    /// A watchful match compares the state after each hook that may only read it. The comparison visits each table
    /// once, also in the deepest state that is allowed.
    @Test func aDeepStateIsWatched() throws {
        let source = """
            local parlor = require 'parlor'
            local function deep(levels)
              local d = { 1 }
              for _ = 2, levels do d = { d, more = 2 } end
              return d
            end
            return parlor.game { title = 'T', seats = 1, setup = function() return { n = 0, d = deep(62) } end,
              turn = function() return 1 end,
              moves = { go = { choices = function() return { 'a', 'b' } end, when = function() return true end,
                legal = function() return true end, format = function(word) return word .. '!' end,
                play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n == 2 then return parlor.draw() end end }
            """
        let match = try Match(of: script(source))
        match.luaStates.isWatchful = true
        #expect(try match.legalMoves(for: 1).map(\.text) == ["a", "b"])
        try match.play("a", seat: 1)
        #expect(try match.play("b", seat: 1).outcome != nil)
    }

    /// Comparing twice as many levels takes twice as many instructions, and not four times as many.
    @Test func whatWatchingTakesGrowsWithTheLevels() throws {
        func instructions(levels: Int) throws -> UInt64 {
            let source = """
                local parlor = require 'parlor'
                return parlor.game { title = 'T', seats = 1, setup = function()
                    local d = {}
                    for _ = 2, \(levels) do d = { d } end
                    return { d = d }
                  end,
                  moves = { go = { play = function() end } }, turn = function() return 1 end, outcome = function() end }
                """
            let match = try Match(of: script(source))
            match.luaStates.isWatchful = true
            match.luaStates.countsInstructions = true
            try match.rules.wake()
            let before = try #require(match.meters).instructions
            try match.play("go", seat: 1)
            return try #require(match.meters).instructions - before
        }
        let (few, many) = (try instructions(levels: 6), try instructions(levels: 12))
        #expect(few > 100 && many < few * 3, "\(many) after \(few)")
    }

    /// A key that only one of the two states has is found at any place.
    @Test(arguments: [
        ("state.d[1].gone = nil", ": state.d[1]"),
        ("state.d[1].new = 5", ": state.d[1]"),
        ("state.d[1][1] = 5", ": state.d[1][1]"),
        ("state.d[1][1] = 4.0", ": state.d[1][1]"),
        ("state.d[1] = nil", ": state.d"),
    ])
    func aWriteDeepInAStateIsTold(_ write: String, _ difference: String) throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'T', setup = function() return { d = { { 4, gone = true } } } end,
              moves = { go = { play = function() end, when = function(state) \(write) return true end } },
              outcome = function() end }
            """
        let match = try Match(of: script(source))
        match.luaStates.isWatchful = true
        let words = "\(try #require(failure { _ = try match.legalMoves(for: 1) }))"
        #expect(words.contains(difference), "\(words)")
    }

    /// `outcome` and `turn` are first called after `setup`. If one of them writes to the state, the check must find
    /// the write at that first call. A second call may change nothing, or may write another value in each match.
    @Test(arguments: [
        ("outcome = function(state) state.seen = true end", "outcome", ": state"),
        ("outcome = function(state) state.asked = (state.asked or 0) + 1 end", "outcome", ": state"),
        (
            "outcome = function() end, turn = function(state) state.seen = true return 1 end", "turn",
            ": state"
        ),
    ])
    func aWatchfulMatchReportsWritesOfHooksThatFollowSetup(hooks: String, hook: String, path: String) throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'T', setup = function() return {} end,
              moves = { go = { play = function() end } }, \(hooks) }
            """
        let made = try script(source)
        let begun = [
            "\(try #require(failure { _ = try Match(of: made) }))",
            "\(try #require(failure { _ = try Match(of: made, seed: 0, witness: nil, isWatchful: true) }))",
        ]
        for words in begun {
            #expect(words.contains("`\(hook)` changed the state"), "\(words)")
            #expect(words.contains(path), "\(words)")
        }
    }

    /// A watchful match is set up like any other match.
    @Test func aMatchThatBecomesWatchfulIsTheSame() throws {
        let made = try catalog().script("battleship")
        let (watched, other) = (try Match(of: made, seed: 5), try Match(of: made, seed: 5))
        watched.luaStates.isWatchful = true
        #expect(try watched.stateBytes() == other.stateBytes())
        #expect(try watched.status == other.status)
    }
}
