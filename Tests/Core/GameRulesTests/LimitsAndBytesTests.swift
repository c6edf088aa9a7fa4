import GameRules
import LuaRuntime
import Testing
import Values

/// A script may probe the depth, the memory or the time of the host's own calls. However its ply is played, the
/// result is the same: either the state has the same bytes, or a limit error refuses the ply.
@Suite struct LimitsAndBytesTests {
    private static let limits = LuaLimits(granted: 60 << 20)

    private func game(_ body: String, limits: String = "time = 0.15, memory = 12e6") throws -> GameScript {
        try script(
            """
            local parlor = require 'parlor'
            local function learn(state) \(body) end
            return parlor.game {
              title = 'Learner', seats = 2, limits = { \(limits) },
              setup = function() return { plies = 0 } end,
              moves = { dig = { play = function(state)
                state.plies = state.plies + 1
                learn(state)
              end } },
              outcome = function(state) if state.plies == 9 then return parlor.draw() end end,
            }
            """)
    }

    /// The whole state after one ply, or the limit that refused it.
    private enum Ending: Hashable, CustomStringConvertible {
        case state([UInt8])
        case limit(LuaError.Limit)
        case other(String)

        init(_ play: () throws -> Match) {
            do {
                self = .state(try play().stateBytes())
            } catch GameError.failed(let failure) {
                self = failure.error.limit.map { .limit($0) } ?? .other("\(failure)")
            } catch {
                self = .other("\(error)")
            }
        }

        var description: String {
            switch self {
            case .state(let bytes): (try? Value(canonicalBytes: bytes)).map { "\($0)" } ?? "\(bytes)"
            case .limit(let limit): "limit \(limit)"
            case .other(let text): text
            }
        }
    }

    /// Returns the results of all ways to play a first ply.
    private func endings(_ script: GameScript) -> [(way: String, ending: Ending)] {
        func begun(_ play: (Match) throws -> Void) -> Ending {
            Ending {
                let match = try Match(of: script, limits: Self.limits)
                try play(match)
                return match
            }
        }
        func saved(_ body: ([UInt8]) throws -> Match) -> Ending {
            Ending {
                let match = try Match(of: script, limits: Self.limits)
                try match.play("dig", seat: 1)
                return try body(match.save())
            }
        }
        return [
            ("typed", begun { try $0.play("dig", seat: 1) }),
            ("named", begun { try $0.play(name: "dig", argument: .null, seat: 1) }),
            ("by its place", begun { try $0.play(index: 1, seat: 1) }),
            ("at random", begun { _ = try $0.playRandomMove(choice: 7) }),
            (
                "watched",
                begun {
                    $0.luaStates.isWatchful = true
                    try $0.play("dig", seat: 1)
                }
            ),
            (
                "after looking",
                begun {
                    _ = try $0.legalMoves(for: 1)
                    try $0.play("dig", seat: 1)
                }
            ),
            (
                "undone and redone",
                begun {
                    try $0.play("dig", seat: 1)
                    _ = try $0.undo()
                    _ = try $0.redo()
                }
            ),
            (
                "from the log",
                begun {
                    try $0.play("dig", seat: 1)
                    $0.luaStates.forget()
                }
            ), ("replayed", saved { try Match(replaying: SavedMatch($0), of: script, limits: Self.limits) }),
            ("loaded", saved { try Match(loading: $0, of: script, limits: Self.limits) }),
        ]
    }

    @Test(arguments: [
        "local n = 0 local function f() n = n + 1 return (('x'):gsub('x', f)) end pcall(f) state.n = n",
        "local n = 0 local function f() n = n + 1 return 1 + f() end pcall(f) state.n = n",
        "local n = 0 local function f() n = n + 1 return pcall(f) end f() state.n = n",
        "local n = 0 local function f() n = n + 1 table.sort({ 2, 1 }, f) end xpcall(f, function() n = n + 1000 end) state.n = n",
        "local m, n = {}, 0 m.__index = function(t, k) n = n + 1 return t[k] end "
            + "pcall(function() return setmetatable({}, m).x end) state.n = n",
        "local t = {} for i = 1, 300000 do t[i] = i end local i = 1000 while true do i = i * 2 "
            + "if not pcall(table.unpack, t, 1, i) then state.n = i break end end",
        "local s = ('x'):rep(500000) local i = 1000 while true do i = i * 2 "
            + "if not pcall(string.byte, s, 1, i) then state.n = i break end end",
        "local n = 0 pcall(function() local t = {} while true do n = n + 1 t[n] = { n } end end) state.n = n",
        "local n = 0 pcall(function() while true do n = n + 1 end end) state.n = n",
        "local n = 0 pcall(function() while true do n = n + 1 print(n) end end) state.n = n",
        "local s, n = ('x'):rep(500000), 0 pcall(function() while true do n = n + 1 s:upper() end end) state.n = n",
        "local t, n = {}, 0 pcall(function() while true do n = n + 1 t[n * ((1 << 17) - 1)] = true end end) state.n = n",
    ])
    func whatDependsOnALimitEndsThePly(_ body: String) throws {
        for (way, ending) in endings(try game(body)) {
            guard case .limit = ending else {
                Issue.record("\(way): \(body): \(ending)")
                continue
            }
        }
    }

    @Test(arguments: [
        // the place in the host's own Lua from which the hook is called
        "local all = {} for level = 0, 20 do all[#all + 1] = select(2, pcall(error, 'x', level)) end state.all = all",
        "local all = {} for level = 0, 20 do local function f() error('x', level) end "
            + "all[#all + 1] = select(2, pcall(f)) end state.all = all",
        // the number of times that a handler is called
        "local n = 0 xpcall(error, function(e) n = n + 1 error(e) end, 'x') state.n = n",
        // calls that are nested less deeply than any limit
        "local function f(n) return n == 0 and 0 or 1 + f(n - 1) end state.n = f(10000)",
        "local function f(n) return n == 0 and '' or (('x'):gsub('x', function() return f(n - 1) end)) end f(90) state.n = 1",
        "state.n = select('#', table.unpack({}, 1, 5000)) state.e = select(2, pcall(function() return nil + 1 end))",
    ])
    func whatDoesNotGivesTheSameBytes(_ body: String) throws {
        let all = endings(try game(body))
        guard case .state = all[0].ending else {
            Issue.record("\(body): \(all[0].ending)")
            return
        }
        for (way, ending) in all { #expect(ending == all[0].ending, "\(way): \(body)") }
    }

    @Test func anHonestRecursionWithoutAnEndIsToldAsOne() throws {
        for body in ["local function f() return 1 + f() end f()", "local function f() return 1 + f() end pcall(f)"] {
            let match = try Match(of: game(body, limits: ""))
            let error = failure { try match.play("dig", seat: 1) }
            guard case .failed(let failed)? = error as? GameError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failed.error.limit == .depth || failed.error.limit == .memory)
            #expect(failed.hook == "moves.dig.play")
            #expect(failed.place?.source == "game.lua")
            #expect(try match.status.ply == 0)
        }
    }
}
