import GameRules
import LuaRuntime
import Testing
import Values

/// If a ply depends on information that was hidden until then, nobody can refuse the ply. It counts, or it ends the
/// match as a tie.
@Suite struct BoundPlyTests {
    /// Both seats name a number at once. `resolve`, or the last `play`, depends on both numbers.
    private static func round(resolve: String = "", play: String = "", more: String = "") throws -> Match {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Sum', seats = { 2, 3 },
              setup = function() return { said = {}, n = 0 } end,
              turn = function(_, match) local all = {} for seat = 1, match.seats do all[seat] = seat end return all end,
              moves = { say = { choices = { 1, 2, 3 }, secret = 'round', play = function(state, seat, n)
                \(play)
                state.said[seat], state.n = n, state.n + 1
              end } },
              resolve = function(state) \(resolve) state.said = {} end,
              outcome = function(state) \(more) if state.n > 7 then return parlor.win(1) end end,
            }
            """
        return try Match(of: script(source), seats: 2)
    }

    private static func expectTie(_ match: Match, plies: Int) throws {
        #expect(try match.status.outcome == .draw && match.status.ply == plies)
        #expect(match.rules.lastProblem != nil)
        // checks every way to come to this position again
        let saved = try match.save()
        for again in [
            try Match(loading: saved, of: match.script), try Match(replaying: SavedMatch(saved), of: match.script),
        ] {
            #expect(try again.status == match.status && again.stateBytes() == match.stateBytes())
            #expect(try again.standingDigest() == match.standingDigest())
        }
        let position = try match.rules.snapshot()
        match.luaStates.forget()
        #expect(try match.status.outcome == .draw && match.view(for: nil) != .null)
        try match.rules.restore(to: position)
        #expect(try match.save() == saved)
        #expect(rejection { try match.play("1", seat: 1) }?.code == "game_over")
    }

    private static let hostile: [(String, String, String)] = [
        ("if state.said[1] == state.said[2] then error 'no' end", "", ""),
        ("if state.said[1] == state.said[2] then state.x = print end", "", ""),
        ("if state.said[1] == state.said[2] then state.x = ('x'):rep(1 << 20) end", "", ""),
        ("if state.said[1] == state.said[2] then state.x = ('x'):rep(1 << 30) end", "", ""),
        ("if state.said[1] == state.said[2] then for i = 1, 2000 do print(('x'):rep(99)) end end", "", ""),
        ("if state.said[1] == state.said[2] then local function f() return 1 + f() end f() end", "", ""),
        ("", "if state.said[3 - seat] == n then return parlor.reject('no', 'No.') end", ""),
        ("", "if state.said[3 - seat] == n then local x = nil; x.y = 1 end", ""),
        ("if state.said[1] == state.said[2] then state.same = true end", "", "if state.same then return 7 end"),
        ("if state.said[1] == state.said[2] then state.same = true end", "", "if state.same then error 'no' end"),
        ("if state.said[1] == state.said[2] then state.same = true end", "", "if state.same then state.x = 1 end"),
        (
            "if state.said[1] == state.said[2] then state.same = true end", "",
            "if state.same then state.said[1] = {} end"
        ),
    ]

    @Test(arguments: hostile.indices) func aCompleteRoundIsNeverRefused(_ index: Int) throws {
        let (resolve, play, outcome) = Self.hostile[index]
        let match = try Self.round(resolve: resolve, play: play, more: outcome)
        try match.playGoingOn("1", seat: 1)
        try match.playGoingOn("2", seat: 2)
        try match.playGoingOn("2", seat: 2)
        let status = try match.playGoingOn("2", seat: 1)
        #expect(status.outcome == .draw)
        try Self.expectTie(match, plies: 4)
        try match.undo()
        #expect(try match.status.outcome == nil)
        // also if the move is given by its index
        let other = try Self.round(resolve: resolve, play: play, more: outcome)
        try other.play(index: 2, seat: 1)
        try other.play(index: 2, seat: 2)
        try Self.expectTie(other, plies: 2)
    }

    /// Tools for authors see the failure, and not a tie.
    @Test func anAuthorsToolSeesTheFailure() throws {
        let match = try Self.round(resolve: "if state.said[1] == state.said[2] then error 'no' end")
        match.luaStates.failsBoundPlies = true
        try match.play("2", seat: 1)
        let before = try match.save()
        #expect(throws: GameError.self) { try match.play("2", seat: 2) }
        #expect(try match.save() == before && match.status.turn == [2])
        match.luaStates.failsBoundPlies = false
        try match.play("2", seat: 2)
        #expect(match.rules.lastFailure?.hook == "resolve")
        try Self.expectTie(match, plies: 2)
    }

    @Test func anEntryThatIsRefusedByItselfIsRefusedAtOnce() throws {
        for refusal in ["return parlor.reject('no', 'Not 3.')", "error 'no'"] {
            let match = try Self.round(play: "if n == 3 and seat == 1 then \(refusal) end")
            let before = try match.save()
            #expect(failure { try match.play("3", seat: 1) } != nil)
            #expect(try match.save() == before && match.status.turn == [1, 2])
            try match.play("3", seat: 2)
            #expect(failure { try match.play("3", seat: 1) } != nil, "the last entry, too")
            #expect(try match.status.turn == [1])
            try match.play("1", seat: 1)
            #expect(try match.status.outcome == nil && match.status.ply == 2)
        }
    }

    @Test func aBoundPlyCountsEvenIfNobodyCanMoveAfterIt() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Stuck', seats = 2, setup = function() return { said = {} } end,
              turn = function(state) if state.over then return 2 end return { 1, 2 } end,
              moves = { say = { choices = function(state) if state.over then error 'no' end return { 1, 2 } end,
                secret = 'round', play = function(state, seat, n) state.said[seat] = n end } },
              resolve = function(state) state.over = state.said[1] == state.said[2] end,
              outcome = function() end,
            }
            """
        let match = try Match(of: script(source), seats: 2)
        try match.playGoingOn("1", seat: 1)
        try match.playGoingOn("1", seat: 2)
        #expect(try match.status.ply == 2 && match.status.outcome == nil)
        try match.leave(seat: 1)
        #expect(try match.status.outcome == .win([2]))
    }

    // MARK: Draws

    private static func dice(_ roll: String) throws -> GameScript {
        try script(
            """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Dice', seats = 2, chance = true, setup = function() return { sum = 0 } end,
              moves = { roll = { choices = { 'a', 'b' }, play = function(state, seat, which, match) \(roll) end } },
              outcome = function(state) if state.sum > 40 then return parlor.draw() end end,
            }
            """)
    }

    @Test func whatWasDrawnIsNeverDrawnAgain() throws {
        for fails in ["error 'no'", "return parlor.reject('no', 'No.')", "state.sum = 0 / 0", "state.sum = print"] {
            let script = try Self.dice(
                "local n = match.random(3) if n == 3 then \(fails) else state.sum = state.sum + n end")
            var ties = 0
            for seed in 1...12 as ClosedRange<UInt64> {
                let match = try Match(of: script, seats: 2, seed: seed)
                var ply = 0
                while try match.status.outcome == nil {
                    try match.playGoingOn("a", seat: ply % 2 + 1)
                    ply += 1
                }
                if match.rules.lastProblem != nil { ties += 1; try Self.expectTie(match, plies: ply) }
            }
            #expect(ties > 6, "\(fails)")
        }
    }

    @Test func aMoveThatFailsBeforeItDrawsIsRefused() throws {
        let script = try Self.dice("if which == 'b' then error 'no' end state.sum = state.sum + match.random(6)")
        let match = try Match(of: script, seats: 2, seed: 1)
        try match.play("a", seat: 1)
        #expect(failure { try match.play("b", seat: 2) } != nil)
        #expect(try match.status.outcome == nil && match.status.ply == 1)
        try match.play("a", seat: 2)
    }

    @Test func aKeyThatArrivesEndsWhatFailsWithIt() throws {
        func key(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
        let script = try Self.dice(
            "state.sum = state.sum + match.random(1000000) if state.sum ~= 658142 then error 'no' end")
        let made = try Match(keyed: script, seats: 2)
        let first = try made.moves.playOrWait("a", seat: 1)
        guard case .waits = first else { throw GameError.request("numbers without a key are those of 32 bytes of 0") }
        try made.rules.take([1: key(3)])
        let second = try made.moves.playOrWait("a", seat: 1)
        guard case .stands = second else { throw GameError.request("its key is known") }
        try Self.expectTie(made, plies: 1)
    }

    @Test func aSetupThatFailsWithItsKeyIsATie() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'Deal', seats = 2, chance = true,
              setup = function(match) local n = match.random(6) if n ~= 1 then %@ end return { n = n } end,
              moves = { go = { play = function() end } }, outcome = function() end }
            """
        for fails in ["error 'no'", "return parlor.reject('no', 'No.')"] {
            // find a game that accepts the numbers that are drawn without a key
            for side in 1...6 {
                let text = source.replacing("%@", with: fails).replacing("n ~= 1", with: "n ~= \(side)")
                guard let match = try? Match(keyed: script(text), seats: 2) else { continue }
                var outcomes: [Outcome?] = []
                for byte in 1...20 as ClosedRange<UInt8> {
                    let match = try Match(keyed: match.script, seats: 2)
                    try match.rules.take([0: [UInt8](repeating: byte, count: 32)])
                    outcomes.append(try match.status.outcome)
                    _ = try match.standingDigest()
                }
                #expect(outcomes.contains(.draw) && outcomes.contains(nil))
            }
        }
    }

    // MARK: Seals

    private static func call(_ play: String) throws -> Match {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Call', seats = 2, setup = function() return { calls = 0, bids = 0 } end,
              turn = function(state, match)
                for seat = 1, 2 do if match.sealed[seat] <= state.calls then return seat, 'hide' end end
                return 1, { 'bid', 'call' }
              end,
              moves = {
                hide = { choices = { 1, 2, 3 }, secret = 'call', play = function(state, seat, n) state.secret[seat].n = n end },
                bid = { play = function(state) state.bids = state.bids + 1 end },
                call = { play = function(state, seat) \(play) state.calls = state.calls + 1 end },
              },
              outcome = function(state) if state.calls == 3 then return parlor.win(1) end end,
            }
            """
        let match = try Match(of: script(source), seats: 2)
        try match.playGoingOn("2", seat: 1)
        try match.playGoingOn("3", seat: 2)
        return match
    }

    private static let opening = [
        "if state.secret[2].n == 3 then error 'no' end",
        "if state.secret[2].n == 3 then return parlor.reject('a', 'b') end",
        "local ok, n = pcall(function() return state.secret[2].n end) if ok and n == 3 then error 'no' end",
        "if (rawget(state.secret, 2) or {}).n == 3 then error 'no' end", "if #state.secret == 2 then error 'no' end",
    ]

    @Test(arguments: opening) func whatOpensSealsIsNeverRefusedForThem(_ play: String) throws {
        let match = try Self.call(play)
        #expect(try match.playGoingOn("call", seat: 1).outcome == .draw)
        try Self.expectTie(match, plies: 3)
    }

    @Test func whatOpensSealsMayBeRefusedForTheRest() throws {
        let refusal = "if state.bids == 0 then return parlor.reject('early', 'Bid first.') end"
        let match = try Self.call(
            "\(refusal) for _, part in pairs(state.secret) do if part.n == 9 then error 'no' end end")
        #expect(rejection { try match.playGoingOn("call", seat: 1) }?.code == "early")
        #expect(try match.status.outcome == nil && match.status.ply == 2)
        try match.playGoingOn("bid", seat: 1)
        try match.playGoingOn("call", seat: 1)
        #expect(try match.status.outcome == nil && match.status.turn == [1])
    }

    /// A device that doesn't know the seals comes to the same tie when it learns them.
    @Test func theAuditComesToTheSameTie() throws {
        let match = try Self.call("if state.secret[2].n == 3 then error 'no' end")
        let other = try Match(of: match.script, seats: 2)
        try other.sealedMoves.seal(seat: 1)
        try other.sealedMoves.seal(seat: 2)
        #expect(rejection { try other.play("call", seat: 1) }?.code == "unopened_seals")
        #expect(try other.sealedMoves.canTry(index: 2, seat: 1) && !other.sealedMoves.canTry(index: 9, seat: 1))
        try other.sealedMoves.open([1: .index(2), 2: .index(3)])
        try other.play("call", seat: 1)
        try match.play("call", seat: 1)
        #expect(try other.status == match.status && other.standingDigest() == match.standingDigest())
        try match.sealedMoves.open([:])
        #expect(try match.status.outcome == .draw)
    }

    /// When a sealed entry is played, it sees the state at the start of its round. Its own device tried it with the
    /// same state.
    @Test func aSealedEntryIsPlayedBeforeTheOpenOnes() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Mixed', seats = 2, setup = function() return { n = 0 } end,
              turn = function(state) if state.n == 0 then return { 1, 2 } end end,
              moves = {
                hide = { choices = { 1, 2 }, secret = 'match', play = function(state, seat, n)
                  if state.n ~= 0 then error 'late' end
                  state.secret[seat].n = n
                end },
                add = { play = function(state) state.n = state.n + 1 end },
              },
              outcome = function(state) if state.n > 3 then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source), seats: 2)
        try match.play("add", seat: 1)
        try match.play("hide 2", seat: 2)
        #expect(try match.status.outcome == nil && match.status.ply == 2)
        let other = try Match(of: match.script, seats: 2)
        try other.play("add", seat: 1)
        try other.sealedMoves.seal(seat: 2)
        #expect(try other.standingDigest() == match.standingDigest())
    }

    /// What a seat has sealed that left stays closed, on a host that knows it, too.
    @Test func nobodyOpensTheSealsOfASeatThatLeft() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Left', seats = 3, setup = function() return { left = 0, sum = 0, calls = 0 } end,
              turn = function(state, match)
                for seat = 1, 3 do if match.sealed[seat] <= state.calls and seat ~= state.gone then return seat, 'hide' end end
                return 1, 'call'
              end,
              moves = {
                hide = { choices = { 1, 2, 3 }, secret = 'call', play = function(state, seat, n) state.secret[seat].n = n end },
                call = { play = function(state)
                  for seat = 1, 3 do state.sum = state.sum + (state.secret[seat] and state.secret[seat].n or 0) end
                  state.calls = state.calls + 1
                end },
              },
              leave = function(state, seat) state.gone = seat end,
              outcome = function(state) if state.calls == 2 then return parlor.draw() end end,
            }
            """
        let (known, partial) = (try Match(of: script(source), seats: 3), try Match(of: script(source), seats: 3))
        for seat in 1...3 { try known.play("3", seat: seat) }
        try partial.play("3", seat: 1)
        try partial.play("3", seat: 2)
        try partial.sealedMoves.seal(seat: 3)
        for match in [known, partial] {
            try match.leave(seat: 3)
            try match.play("call", seat: 1)
            #expect(try match.view(for: nil)["sum"] == 6)
            let secret = try match.view(for: 1)["secret"]
            #expect(secret?.element(at: .int(3)) == nil && secret?.element(at: .int(2)) != nil)
        }
        #expect(try known.standingDigest() == partial.standingDigest())
        let again = try Match(loading: known.save(), of: known.script)
        #expect(try again.view(for: 1) == known.view(for: 1) && again.standingDigest() == known.standingDigest())
        for match in [known, again] {
            for seat in 1...2 { try match.play("1", seat: seat) }
            #expect(try match.view(for: 2)["secret"]?.element(at: .int(1)) == nil)
            try match.play("call", seat: 1)
            #expect(try match.status.outcome == .draw && match.view(for: nil)["sum"] == 8)
        }
    }

    // MARK: Sizes

    /// Each seat's part of the secrets has its own limits, so the size of one part doesn't affect another part.
    @Test func eachPartHasItsOwnRoom() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Pad', seats = 2, setup = function() return { n = 0, pad = ('x'):rep(500000), more = ('x'):rep(500000) } end,
              moves = {
                hide = { args = { type = 'integer', min = 1, max = 200000 }, secret = 'match', play = function(state, seat, n)
                  state.secret[seat].pad = ('y'):rep(n)
                end },
                go = { play = function(state) state.n = state.n + 1 end },
              },
              outcome = function(state) if state.n == 4 then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source), seats: 2)
        let tooLarge = try #require(failure { try match.play("hide 70000", seat: 1) } as? GameError)
        #expect("\(tooLarge)".contains("state.secret[1]") && "\(tooLarge)".contains("64 KiB"))
        try match.playGoingOn("hide 65000", seat: 1)
        try match.playGoingOn("hide 65000", seat: 2)
        try match.playGoingOn("go", seat: 1)
        for seat in 0...2 { _ = try match.view(for: seat == 0 ? nil : seat) }
        let again = try Match(loading: match.save(), of: match.script)
        #expect(try again.stateBytes() == match.stateBytes())
        match.luaStates.forget()
        try match.playGoingOn("go", seat: 2)
        try match.leave(seat: 1)
    }
}
