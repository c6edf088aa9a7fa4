import GameRules
import LuaRuntime
import Testing
import Values

/// A script whose public results depend on a sealed move, because it computes the addresses of its tables, can't tell
/// anybody about the sealed move.
@Suite(.serialized) struct SealTrialTests {
    /// Each seat may hide zero or many entries. `address` is about the distance between a new table and one that was
    /// made when the script was loaded.
    private static func game(_ hook: String, _ body: String) throws -> GameScript {
        var bodies = [
            "turn": "return match.ply == 0 and 1 or 2", "go": "state.n = state.n + 1", "legal": "return true",
            "leave": "state.n = state.n + 1", "hide": "",
        ]
        bodies[hook] = body
        let (turn, go, legal, leave) = (
            bodies["turn", default: ""], bodies["go", default: ""], bodies["legal", default: ""],
            bodies["leave", default: ""]
        )
        return try script(
            """
            local parlor = require 'parlor'
            local first = {}
            local function make(k)
              local m = (1 << k) - 1
              local c = m * 100000
              local t = {}
              for r = 0, m - 1 do t[r + c] = 1 end
              t[c + c] = 1
              for _, r in ipairs { 1, 2, 3, 5, 6, 7 } do t[r + c] = nil t[r] = 1 end
              return t, c
            end
            local function within(key, k, low, high)
              local t, c = make(k)
              for r = low, high do if r > 7 then t[r + c] = nil end end
              t[key] = 1
              return #t == 3
            end
            local function residue(key, k)
              local low, high = 8, (1 << k) - 2
              if not within(key, k, low, high) then return nil end
              while low < high do
                local middle = (low + high) // 2
                if within(key, k, low, middle) then high = middle else low = middle + 1 end
              end
              return low
            end
            local function number(key)
              local a, b = residue(key, 10), residue(key, 11)
              if not a or not b then return nil end
              while a % 2047 ~= b do a = a + 1023 end
              return a
            end
            local function distance()
              local near, far = number(first), number {}
              return near and far and (far - near) % (1023 * 2047) or 1000000
            end
            return parlor.game {
              title = 'Addresses', seats = { 2, 3 },
              setup = function() return { n = 0 } end,
              turn = function(state, match) \(turn) end,
              moves = {
                hide = { secret = 'match', choices = { 0, 6000 }, play = function(state, seat, n)
                  local part = {}
                  for i = 1, n do part[i] = {} end
                  \(bodies["hide", default: ""])
                  state.secret[seat] = part
                end },
                go = { choices = { 1 }, legal = function(state) \(legal) end, play = function(state) \(go) end },
              },
              leave = function(state) \(leave) end,
              outcome = function(state) return state.n > 5 and parlor.draw() or nil end,
            }
            """)
    }

    /// The ways in which a script could tell other seats what a seat has sealed: a hook and its body.
    private static let channels: [String: (hook: String, body: String)] = [
        "the state": ("go", "state.n, state.far = state.n + 1, distance()"),
        "the turn": ("turn", "return match.ply == 0 and 1 or distance() % 2 + 1"),
        "a refusal": (
            "go", "if distance() < 50000 then return parlor.reject('near', 'Near.') end state.n = state.n + 1"
        ),
        "a failure": ("go", "if distance() < 50000 then error 'near' end state.n = state.n + 1"),
        "legal moves": ("legal", "return distance() >= 50000"),
        "leaving": ("leave", "state.far = distance()"),
        "leaving for ever": ("leave", "if distance() < 50000 then while true do end end state.n = state.n + 1"),
    ]

    /// Returns what another seat learns from a ply after a seat has hidden something.
    private static func told(_ script: GameScript, hiding hidden: Int, leaves: Bool) throws -> String {
        let match = try Match(of: script, seats: 3)
        match.rules.comparesSeals = true
        let error = failure {
            try match.play("hide \(hidden)", seat: 1)
            // by its place, so that only the rules judge it
            if leaves { try match.leave(seat: 3) } else { try match.play(index: 1, seat: 2) }
        }
        switch error as? GameError {
        case .rejected(let rejection)?: return rejection.code
        case .failed(let failure)?: return "\(failure)".contains("doesn't know") ? "compared" : "failed"
        default: break
        }
        let problem = match.rules.lastProblem ?? ""
        if problem.contains("doesn't know") || leaves && !problem.isEmpty {
            #expect(try match.status.outcome != nil)
            return "compared"
        }
        return "\(try match.view(for: 2)) \(try match.status.turn)"
    }

    @Test(arguments: channels.keys.sorted()) func noAddressTellsAboutASeal(_ channel: String) throws {
        let (hook, body) = try #require(Self.channels[channel])
        let script = try Self.game(hook, body)
        let leaves = channel.hasPrefix("leaving")
        // few addresses can't be measured; then the script finds nothing out
        var told: Set<String> = []
        for _ in 0..<6 { told.insert(try Self.told(script, hiding: 6000, leaves: leaves)) }
        #expect(told.contains("compared"), "\(told), so the script found nothing out and the test compared nothing")
        for _ in 0..<6 { told.insert(try Self.told(script, hiding: 0, leaves: leaves)) }
        #expect(told.subtracting(["compared"]).count <= 1, "\(told)")
    }

    /// A seat can't store in its own part what its sealed move found out about another seat's.
    @Test func noAddressGetsIntoTheOwnPart() throws {
        let match = try Match(of: Self.game("hide", "if seat == 2 then part = { distance() } end"), seats: 2)
        match.rules.comparesSeals = true
        try match.play("hide 6000", seat: 1)
        try match.play("hide 6000", seat: 2)
        #expect(try match.status.outcome == .draw)
        #expect(match.rules.lastProblem?.contains("doesn't know") == true)
    }

    /// A comparison costs at most two Lua states, and is made only while something is sealed.
    @Test func aPlyIsComparedAtMostTwice() throws {
        let match = try Match(of: Self.game("turn", "return match.ply % 2 + 1"), seats: 2)
        match.rules.comparesSeals = true
        func states(_ index: Int, _ seat: Int) throws -> Int {
            let counter = WorkCounter()
            try counter.count { try match.play(index: index, seat: seat) }
            #expect(match.rules.lastProblem == nil)
            return counter.work[.statesCreated]
        }
        // the first move is `go`, the others are `hide`
        let counts = try [states(1, 1), states(1, 2), states(2, 1), states(1, 2), states(1, 1), states(2, 2)]
        #expect(counts[1] == 0 && counts[2] == 1, "\(counts)")
        #expect(counts[3...].allSatisfy { (1...2).contains($0) }, "\(counts)")
    }
}
