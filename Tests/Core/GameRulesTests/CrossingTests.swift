import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

/// The host copies each value that a script returns. It reads the value once and without metamethods, and accepts
/// only numbers with which it can compute.
@Suite struct CrossingTests {
    /// Returns a game with these further keys in its definition. `lie` is the body of an `__index` function, which
    /// answers for missing keys.
    private func defined(_ more: String, lie: String = "return nil") throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            local asked = {}
            local function lie(name)
              asked[name] = (asked[name] or 0) + 1
              local times = asked[name]
              \(lie)
            end
            local game = parlor.game {
              title = "T", setup = function() return { n = 0 } end,
              moves = { go = { play = function(state) state.n = state.n + 1 end } },
              outcome = function() end, \(more)
            }
            return setmetatable(game, { __index = function(_, name) return lie(name) end, __len = function() return 1 end })
            """)
    }

    private func match(outcome: String) throws -> Match {
        try Match(
            of: script(
                """
                local parlor = require "parlor"
                local function lying(length, item)
                  return setmetatable({}, { __len = function() return length end, __index = function() return item end })
                end
                return parlor.game {
                  title = "T", setup = function() return { n = 0 } end,
                  moves = { go = { play = function(state) state.n = state.n + 1 end } },
                  outcome = function(state) if state.n > 0 then return \(outcome) end end,
                }
                """))
    }

    // MARK: Definitions

    @Test(arguments: [
        "if name == 'limits' and times > 1 then return { memory = -1e300 } end",
        "if name == 'limits' then return { time = -1e300 } end",
        "if name == 'options' then return { size = { default = 3, min = 5, max = 1 } } end",
        "if name == 'seats' then return times == 1 and 2 or { -5, 1 << 62 } end",
        "error('asked for ' .. name)",
    ])
    func aMetatableOfADefinitionIsNotAsked(lie: String) throws {
        let made = try defined("", lie: lie)
        #expect(made.limits == LuaLimits() && made.options.isEmpty && made.seats == 2...2)
        #expect(try Match(of: made).status.turn == [1])
    }

    @Test(arguments: [
        "limits = { memory = -1e300 }", "limits = { time = -1e300 }", "limits = { time = 0/0 }",
        "limits = { memory = 0 }",
        "options = { size = { default = 3, min = 5, max = 1 } }",
        "options = { size = { default = 'a', values = { 'a', nil, 'b' } } }",
        "options = { size = { default = 'a', values = { 'a', x = 'b' } } }", "seats = { 1, 2, 3 }", "seats = { 2 }",
        "seats = { 1, x = 2 }", "options = { size = { default = 1, values = { 1, 1.5 } } }",
    ])
    func whatCannotBeIsRefusedWhenItIsLoaded(part: String) throws {
        guard case .invalid(let problems)? = failure({ _ = try defined(part) }) as? GameError else {
            Issue.record("\(part) was taken")
            return
        }
        #expect(!problems.list.isEmpty)
    }

    @Test(arguments: [
        "limits = { memory = 1e300, time = 1e300 }", "limits = { memory = math.huge, time = math.huge }",
        "limits = { time = 1e-300 }", "limits = { memory = 0.25 }",
        "options = { a = { default = math.maxinteger, min = math.mininteger, max = math.maxinteger } }",
    ])
    func numbersAtTheEdgeAreClamped(part: String) throws {
        // if memory or time is too small, a limit error may end the loading
        guard let error = failure({ _ = try defined(part) }) else { return }
        guard case .failed? = error as? GameError else { throw error }
    }

    @Test func aDefinitionIsACopy() throws {
        let match = try Match(
            of: script(
                """
                local parlor = require "parlor"
                local game
                game = parlor.game {
                  title = "T", setup = function() return { n = 0 } end,
                  moves = { go = { choices = { "a", "b" }, play = function(state)
                    game.moves.go.choices[1] = "changed"
                    game.outcome = function() error "not the one that was read" end
                    state.n = state.n + 1
                  end } },
                  outcome = function() end,
                }
                return game
                """))
        try match.play("a", seat: 1)
        #expect(try match.legalMoves(for: 2).map(\.text) == ["a", "b"])
    }

    @Test(arguments: ["local t = {} t.t = t return t", "local t = {} for i = 1, 100 do t = { t } end return t"])
    func definitionsWithoutAnEndAreRefused(value: String) throws {
        let error = failure { _ = try defined("bot = (function() \(value) end)()") }
        #expect("\(try #require(error))".contains("tables nest more than 64 deep"))
        #expect(
            failure {
                _ = try defined("bot = (function() local t = {} for i = 1, 100001 do t[i] = i end return t end)()")
            } != nil)
    }

    // MARK: Outcomes

    @Test(arguments: [
        "{ scores = { 1, 2, x = 3 } }", "{ scores = { 1, 2, 3 } }", "{ scores = { 1 } }", "{ scores = {} }",
        "{ scores = lying(2, 1) }", "{ win = lying(1, 1) }", "{ win = {} }", "{ win = { 1, x = 2 } }",
        "{ win = { 1, 1 } }",
        "{ win = { 1.5 } }", "{ scores = { 1, math.huge } }", "{ scores = { -math.huge, 1 } }",
        "{ scores = { 0/0, 1 } }",
        "setmetatable({}, { __index = function(_, key) return key == 'draw' end })", "{ scores = { 'a', 2 } }", "17",
    ])
    func anOutcomeThatIsNoneFailsTheMove(outcome: String) throws {
        let match = try match(outcome: outcome)
        guard case .failed? = failure({ try match.play("go", seat: 1) }) as? GameError else {
            Issue.record("\(outcome) was taken: \(try match.status)")
            return
        }
        #expect(try match.status.ply == 0 && match.status.outcome == nil)
    }

    @Test(arguments: [
        ("{ win = { 2 } }", Outcome.win([2])), ("{ scores = { 1, -2.5 } }", .scores([1, -2.5])),
        ("{ draw = true, win = { 1 } }", .draw),
        ("setmetatable({ win = { 1 } }, { __index = function() error 'asked' end })", .win([1])),
    ])
    func anOutcomeIsReadRaw(text: String, outcome: Outcome) throws {
        let match = try match(outcome: text)
        try match.play("go", seat: 1)
        #expect(try match.status.outcome == outcome)
    }

    // MARK: Choices

    private func match(moves: String, setup: String = "{ n = 0 }") throws -> Match {
        try Match(
            of: script(
                """
                local parlor = require "parlor"
                return parlor.game {
                  title = "T", setup = function() return \(setup) end, moves = { \(moves) }, outcome = function() end,
                }
                """))
    }

    @Test func listsAreReadRaw() throws {
        let match = try match(
            moves: """
                go = { play = function(state, _, choice) state.got = type(choice.text) end, choices = function()
                  local times = 0
                  local lying = setmetatable({ text = "b" }, { __index = function() times = times + 1 return times end })
                  return setmetatable({ { text = "a" }, lying }, { __len = function() return 99 end,
                    __index = function() return "ghost" end })
                end }
                """)
        #expect(try match.legalMoves(for: 1).map(\.text) == ["a", "b"])
        try match.play(index: 2, seat: 1)
        #expect(failure { try match.play(index: 3, seat: 2) } is GameError)
    }

    @Test(arguments: [
        #"choices = function() return { ("x"):rep(7 << 20) } end"#,
        #"choices = function() return { { text = ("x"):rep(257) } } end"#,
        #"choices = function() return { "a" } end, format = function() return ("y"):rep(7 << 20) end"#,
        #"choices = function() return { "a" } end, format = function() return {} end"#,
        #"choices = function() return { 1.5 } end"#,
    ])
    func aTextThatIsTooLongIsRefusedWhenItIsListed(move: String) throws {
        let match = try match(moves: "go = { play = function() end, \(move) }")
        #expect(failure { _ = try match.legalMoves(for: 1) } is GameError)
        #expect(failure { try match.play("a", seat: 1) } is GameError)
    }

    @Test func aLongestTextIsPlayed() throws {
        let match = try match(
            moves: #"go = { play = function() end, choices = function() return { ("x"):rep(256) } end }"#)
        try match.play(String(repeating: "x", count: 256), seat: 1)
        #expect(
            failure { _ = try self.match(moves: "go = { play = function() end, choices = { ('x'):rep(257) } }") } != nil
        )
    }

    /// If a list shrinks after it was counted, the missing choice isn't taken for a move without an argument.
    @Test func aListWithAHoleIsAnError() throws {
        let match = try match(
            moves: """
                go = { choices = function(state) local list = { "a", "b" } kept = nil return list end,
                  legal = function(_, _, argument) return argument ~= nil end, play = function() end },
                """.replacingOccurrences(of: "kept = nil ", with: "list[1] = nil "))
        #expect(failure { _ = try match.legalMoves(for: 1) } is GameError)
        #expect(failure { try match.play(index: 1, seat: 1) } is GameError)
    }

    @Test func aRefusalIsShort() throws {
        let match = try match(
            moves:
                #"go = { play = function() return { reject = { code = ("c"):rep(99), message = ("ü"):rep(200000) } } end }"#
        )
        let refusal = rejection { try match.play("go", seat: 1) }
        #expect(refusal?.code == "refused")
        #expect(refusal?.message.utf8.count ?? .max <= 1027 && refusal?.message.hasSuffix("ü…") == true)
    }

    @Test func whatAForcedMoveAnswersIsBoundedToo() throws {
        let match = try match(
            moves:
                #"go = { args = { type = "text" }, forced = function() return ("x"):rep(7 << 20) end, play = function() end }"#
        )
        var random = SplitMix64(seed: 1)
        #expect(failure { try match.playRandomMove(using: &random) } is GameError)
    }

    // MARK: Shared tables

    @Test func aSharedTableIsNamedAtBothPlaces() throws {
        let error = failure {
            _ = try match(
                moves: "go = { play = function(s) s.copy.n = s.copy.n + 1 end }",
                setup: "(function() local t = { n = 1 } return { board = { cells = t }, copy = t } end)()")
        }
        #expect("\(error as Any)".contains("setup: state.board.cells: this table is also at state.copy"))
    }

    /// If two seats make the same choice in a round, the state doesn't contain a shared table.
    @Test func twoSeatsMayEnterTheSameChoice() throws {
        let made = try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "T", seats = 3, setup = function() return { n = 0 } end, turn = function() return { 1, 2, 3 } end,
              moves = { go = { choices = { { text = "a", weight = { 1 } } }, play = function(state) state.n = state.n + 1 end } },
              outcome = function() end,
            }
            """)
        let match = try Match(of: made)
        try match.play("a", seat: 1)
        try match.play("a", seat: 2)
        let loaded = try Match(loading: match.save(), of: made)
        #expect(try loaded.status.turn == [3])
    }

    // MARK: Looking

    @Test func lookingChangesNothing() throws {
        let match = try match(
            moves: "go = { choices = function(s) s.n = s.n + 1 return { 'a' } end, play = function() end }")
        match.luaStates.isWatchful = true
        let before = try match.digest()
        let words = "\(try #require(failure { _ = try match.legalMoves(for: 1) }))"
        #expect(words.contains("`moves.go.choices` changed the state") && words.contains(": state.n"), "\(words)")
        #expect(try match.digest() == before)
    }

    // MARK: Time

    /// A new match is set up within the time of one call. Only a replay gets more time, because each of its calls was
    /// within its time before.
    @Test func settingUpHasTheTimeOfOneCall() throws {
        let made = try script(
            """
            local parlor = require "parlor"
            return parlor.game { title = "T", setup = function() while true do end end,
              moves = { go = { play = function() end } }, outcome = function() end }
            """)
        var error: (any Error)?
        let taken = processorTime {
            error = failure { _ = try Match(of: made, limits: LuaLimits(deadline: .milliseconds(200))) }
        }
        #expect("\(try #require(error))".contains("time is up"))
        #expect(taken < .milliseconds(700), "\(taken)")  // four times the deadline would be 800 ms
    }

    /// An error in the state is reported for the hook that made the state, and not for the hook that reads it first.
    @Test(arguments: [
        ("local t = { n = 0 } t.t = t return t", "", "setup", "state.t: this table is also at state"),
        (
            "local t = { n = 0 } local u = t for _ = 1, 100 do u.u = {} u = u.u end return t", "", "setup",
            ".u: tables nest too deep"
        ),
        ("return { n = 0 }", "state.t = state", "moves.go.play", "state.t: this table is also at state"),
    ])
    func aStateThatHasNoEndIsBlamedOnWhoMadeIt(setup: String, play: String, hook: String, says: String) throws {
        let made = try script(
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'T', setup = function() \(setup) end, turn = function() return 1 end,
              moves = { go = { play = function(state) state.n = state.n + 1 \(play) end } },
              outcome = function(state) if state.n > 3 then return parlor.draw() end end,
              scene = function() return scene.text 'x' end,
            }
            """)
        func blamed(_ body: (Match) throws -> Void) -> (hook: String?, words: String) {
            do {
                let match = try Match(of: made)
                if hook != "setup" { try match.play("go", seat: 1) }
                try body(match)
            } catch GameError.failed(let failure) {
                return (failure.hook, failure.error.message)
            } catch {
                return (nil, "\(error)")
            }
            return (nil, "nothing failed")
        }
        let looks: [(Match) throws -> Void] = [
            { _ = try $0.scene(for: 1) }, { _ = try $0.view(for: nil) },
            { _ = try $0.views.evaluate("state.n") },
        ]
        for (number, look) in looks.enumerated() {
            let found = blamed(look)
            #expect(found.hook == hook, "\(number): \(found)")
            #expect(found.words.contains(says), "\(number): \(found)")
        }
    }

    /// The same holds if `resolve` made the state after a round. See ``LeavingTests`` for a seat that leaves.
    @Test func whatFollowsARoundIsToBlameForTheStateItMade() throws {
        let made = try script(
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'T', setup = function() return {} end, turn = function() return { 1, 2 } end,
              moves = { go = { play = function(state, seat) end } },
              resolve = function(state) state.t = state end,
              outcome = function() end, scene = function() return scene.text 'x' end,
            }
            """)
        let match = try Match(of: made)
        for seat in 1...2 { try match.play("go", seat: seat) }
        #expect(try match.status.outcome == .draw, "a round that fails can't be taken back")
        #expect(match.rules.lastProblem?.contains("resolve") == true)
    }

    /// A watchful match compares the state after each hook that may only read it. Such a hook isn't reported for a
    /// state that it has only found.
    @Test func aWatchedHookIsNotBlamedForTheStateThatItFinds() throws {
        let made = try script(
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'T', setup = function() return {} end,
              moves = { go = { play = function(state) state.t = state end } },
              outcome = function() end, scene = function() return scene.text 'x' end,
            }
            """)
        let match = try Match(of: made)
        match.luaStates.isWatchful = true
        let error = failure { try match.play("go", seat: 1) } as? GameError
        guard case .failed(let found) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.hook == "moves.go.play")
    }
}
