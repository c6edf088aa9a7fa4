import GameRules
import LuaRuntime
import Testing
import Values

/// A seat can always leave, whatever the script does.
@Suite struct LeavingTests {
    private static func game(leave: String, turn: String = "", outcome: String = "") throws -> Match {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Leaving", seats = { 2, 4 }, chance = true,
              setup = function() return { n = 0, gone = {} } end,
              moves = { go = { play = function(state) state.n = state.n + 1 end },
                hide = { secret = "match", choices = { 1, 2 }, play = function(state, seat, n) state.secret[seat] = { n = n } end } },
              turn = function(state, match) \(turn) return state.n % match.seats + 1 end,
              outcome = function(state) \(outcome) if state.n > 9 then return parlor.draw() end end,
              leave = function(state, seat, why, match) \(leave) end,
            }
            """
        let folder = GameFolder(id: "leaving", game: source)
        let match = try Match(of: GameScript(folder, library: ScriptSource(folder: home.sdk)), seats: 3, seed: 7)
        try match.play("go", seat: 1)
        try match.play("hide 2", seat: 2)
        try match.play("go", seat: 2)
        return match
    }

    private static let failing = [
        "error 'no'", "error {}", "local x = nil; x.y = 1", "state.gone[seat] = function() end", "state.secret[1] = 3",
        "match.random(6)", "state.n = 0/0 state[{}] = 1", "state.gone = nil; error 'half'", "setmetatable(state, {})",
    ]

    @Test(arguments: failing) func whoseLeaveFailsLeavesWithoutIt(_ leave: String) throws {
        let (match, plain) = (try Self.game(leave: leave), try Self.game(leave: ""))
        try plain.leave(seat: 2)
        try match.leave(seat: 2)
        #expect(match.rules.lastProblem != nil && plain.rules.lastProblem == nil)
        #expect(try match.stateBytes() == plain.stateBytes() && match.status == plain.status)
        // a replay of the log gives the same, also after further moves
        try match.play("go", seat: 3)
        let again = try Match(replaying: SavedMatch(match.save()), of: match.script)
        #expect(try again.stateBytes() == match.stateBytes() && again.status == match.status)
        try match.leave(seat: 1)
        #expect(try match.status.outcome == .win([3]))
        for _ in 1...3 { #expect(try match.undo()) }
        #expect(try match.status.gone.isEmpty)
    }

    @Test func rulesThatFailWithoutASeatEndTheMatch() throws {
        for hook in ["turn", "outcome"] {
            let fails = "if #state.gone > 0 then error 'no' end"
            let match = try Self.game(
                leave: "state.gone[1] = seat", turn: hook == "turn" ? fails : "",
                outcome: hook == "outcome" ? fails : "")
            try match.leave(seat: 2)
            #expect(match.rules.lastProblem != nil)
            #expect(try match.status.outcome == nil, "\(hook): without `leave` it goes on")
        }
        let ends = try Self.game(leave: "", turn: "if match.next(1) ~= 2 then error 'no' end")
        try ends.leave(seat: 2)
        #expect(ends.rules.lastProblem?.contains("no") == true)
        #expect(try ends.status.outcome == .win([1, 3]) && ends.status.gone == [2])
        let again = try Match(replaying: SavedMatch(ends.save()), of: ends.script)
        #expect(try again.status == ends.status)
    }

    private static let endless = [
        "while true do end", "local t = {} while true do t[#t + 1] = {} end", "state.x = ('x'):rep(1 << 30)",
        "local function f() return 1 + f() end f()", "for i = 1, 1e9 do pcall(string.rep, 'x', 100) end",
        "local z = ('a'):rep(500000) local a, b = z .. 'b', z .. 'c' for i = 1, 1e9 do local x = a < b end",
        "for i = 1, 1e9 do (('a'):rep(400)):find(('a-'):rep(8) .. 'b') end",
        "local z = ('a'):rep(500000) for i = 1, 1e9 do utf8.len(z) end",
        "while true do print(('x'):rep(999)) end", "pcall(function() while true do end end)",
    ]

    /// If the functions for leaving exceed a limit, the match ends when a seat leaves. Nobody waits for a deadline.
    @Test(arguments: endless) func whoseLeaveHasNoEndLosesAtOnce(_ leave: String) throws {
        let match = try Self.game(leave: leave)
        let time = try processorTime { try match.leave(seat: 2) }
        #expect(time < .seconds(3))
        #expect(try match.status.outcome == .win([1, 3]) && match.status.gone == [2])
        #expect(match.rules.lastProblem != nil)
        let again = try Match(replaying: SavedMatch(match.save()), of: match.script)
        #expect(try again.status == match.status && again.stateBytes() == match.stateBytes())
    }
}
