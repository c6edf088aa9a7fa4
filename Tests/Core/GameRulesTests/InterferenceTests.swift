import GameRules
import Testing
import Values

/// What is sealed goes into nothing that others see, by whatever a script keeps in a local.
@Suite struct InterferenceTests {
    /// Each of two or three seats seals a number, and then says something, in turn. `hides` and `says` are what the two moves do.
    private static func game(hides: String, says: String = "", more: String = "", secret: String = "match") -> String {
        """
        local parlor = require "parlor"
        local kept = {}
        return parlor.game {
          title = "Kept", seats = { 2, 3 }, setup = function() return { said = 0, told = {} } end,
          moves = {
            hide = { secret = "\(secret)", choices = { 1, 2, 3 }, play = function(state, seat, n)
              state.secret[seat].n = n
              \(hides)
            end },
            say = { choices = { "on", "off" }, play = function(state, seat, how)
              state.said = state.said + 1
              \(says)
            end },
          },
          turn = function(state, match)
            if match.sealed[match.seats] == 0 then \(more) return match.sealed[1] == 0 and 1 or match.sealed[2] == 0 and 2 or 3, "hide" end
            return state.said % match.seats + 1, "say"
          end,
          leave = function(state, seat) state.said, state.left = state.said + 1, kept[1] end,
          outcome = function(state) if state.said >= 6 then return parlor.draw() end end,
        }
        """
    }

    private static func played(_ source: String, seats: Int = 2) throws -> Match {
        let match = try Match(of: script(source), seats: seats)
        while match.logCount < seats { try match.playGoingOn("hide 2", seat: try #require(match.status.turn.first)) }
        return match
    }

    private static let keeps = "kept[seat] = n"

    /// A sealed number is written where everybody looks: by a move, an open answer, the end.
    @Test(arguments: [
        "state.leak = kept[1]", "if kept[1] == 2 then state.said = 6 end", "state.told[#state.told + 1] = kept[2]",
    ])
    func aLocalTellsNobody(says: String) throws {
        let match = try Self.played(Self.game(hides: Self.keeps, says: says))
        let before = (try match.stateBytes(), match.log)
        let error = failure { try match.playGoingOn("say on", seat: 1) }
        #expect("\(error as Any)".contains("`state.secret[seat]`"), "\(error as Any)")
        #expect(try match.stateBytes() == before.0 && match.log == before.1)
        #expect(
            failure { _ = try match.withoutInterference { () throws(GameError) in try match.leave(seat: 1) } } != nil)
    }

    /// The move itself tells what it seals: by its turn, or by the part of the other seat.
    @Test func aSealTellsNobody() throws {
        let wins = Self.game(hides: Self.keeps).replacing("state.said >= 6", with: "kept[2] == 2")
        let match = try Match(of: script(wins))
        try match.playGoingOn("hide 2", seat: 1)
        #expect(failure { try match.playGoingOn("hide 2", seat: 2) } != nil)
        try match.playGoingOn("hide 1", seat: 2)
        let spies = Self.game(hides: Self.keeps + " state.secret[seat].other = kept[3 - seat]")
        let spied = try Match(of: script(spies))
        try spied.playGoingOn("hide 2", seat: 1)
        #expect("\(failure { try spied.playGoingOn("hide 3", seat: 2) } as Any)".contains("state.secret[2]"))
    }

    /// All hide at once: the first one's number lands in the second one's part, or where all see it.
    @Test(arguments: [
        "state.secret[seat].other = kept[1]", "if kept[1] and kept[2] then state.secret[2].n = kept[1] end",
    ])
    func aRoundTellsNobody(hides: String) throws {
        let at = "do return { 1, 2 }, 'hide' end"
        for (what, isTold) in [("", false), (hides, true)] {
            let match = try Match(of: script(Self.game(hides: Self.keeps + " " + what, more: at)))
            try match.playGoingOn("hide 2", seat: 2)
            let error = failure { try match.playGoingOn("hide 3", seat: 1) }
            #expect((error != nil) == isTold, "\(what): \(error as Any)")
            #expect(match.logCount == (isTold ? 1 : 2))
        }
    }

    /// What is chosen in a round stays unknown until all have chosen, whatever looks at it on the way.
    @Test(arguments: ["legal", "when", "format"], [false, true])
    func anEntryThatWaitsLeavesNoTrace(hook: String, hasSeals: Bool) throws {
        let seal =
            "hide = { secret = 'match', when = function() return false end, choices = { 1 }, play = function() end },"
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "Trace", setup = function() return { n = 0 } end,
              turn = function() return { 1, 2 } end,
              moves = { \(hasSeals ? seal : "") throw = { secret = "round", choices = { "a", "b" },
                \(hook == "when" ? "when = function(s, seat) s.leak = seat return true end," : "")
                \(hook == "legal" ? "legal = function(s, seat, c) s.leak = seat .. c return true end," : "")
                \(hook == "format" ? "format = function(c) return c end," : "")
                play = function(s, seat, c) s.n = s.n + 1 end } },
              outcome = function(s) if s.n == 2 then return parlor.draw() end end }
            """
        let match = try Match(of: script(source))
        let before = try match.stateBytes()
        let error = failure { try match.playGoingOn("a", seat: 1) }
        #expect((error == nil) == (hook == "format"), "\(error as Any)")
        if error != nil { #expect(try match.stateBytes() == before && match.logCount == 0) }
    }

    /// What a move opens may be used, by all that is in the state; not what a local has kept of it.
    @Test func whatIsOpenIsToldByTheStateAlone() throws {
        for (reads, isTold) in [("state.secret[1].n", false), ("kept[1]", true)] {
            let source = Self.game(hides: Self.keeps, says: "state.sum = \(reads)", secret: "say")
            let match = try Self.played(source)
            #expect((failure { try match.playGoingOn("say on", seat: 1) } != nil) == isTold)
        }
    }

    /// Games that keep what is sealed where it belongs play as before, undone and saved on the way, and each ply is compared.
    @Test(arguments: ["battleship", "liars-dice"], 1...2 as ClosedRange<UInt64>)
    func honestGamesGoOn(game: String, seed: UInt64) throws {
        let match = try Match(of: catalog().script(game), seats: 2, seed: seed)
        let plain = try Match(of: catalog().script(game), seats: 2, seed: seed)
        var random = SplitMix64(seed: seed)
        var bot = RandomBot(seed: seed)
        var compared = 0
        while let seat = try match.status.turn.randomElement(using: &random), match.logCount < 150 {
            guard let move = bot.choose(from: try match.legalMoves(for: seat)) else { break }
            let text = bot.text(of: move)
            let counter = WorkCounter()
            try counter.count { () throws in _ = try match.playGoingOn(text, seat: seat) }
            guard case .move(let logged) = match.lastEntry(of: seat)?.choice else { break }
            try plain.play(logged, seat: seat)
            compared += counter.work[.positionsRestored]
            #expect(try match.stateBytes() == plain.stateBytes() && match.status == plain.status)
            if compared % 16 == 15 { try match.undo(); try match.redo() }
        }
        #expect(compared >= match.logCount, "\(compared) comparisons of \(match.logCount) plies")
    }
}
