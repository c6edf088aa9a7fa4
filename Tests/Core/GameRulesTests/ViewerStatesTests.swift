import GameRules
import Testing
import Values

/// The rules and the viewers have separate Lua states, and so do the viewers of two seats. Nothing can pass from one to
/// another through a script's local variables.
@Suite struct ViewerStatesTests {
    /// A game whose `view` and `scene` count in a local variable that its rules read.
    private static let counting = """
        local parlor, scene = require "parlor", require "parlor.scene"
        local looks = 0
        local function looked() looks = looks + 1 return true end
        return parlor.game {
          title = "Counting", seats = { 2, 3 }, options = { long = { default = false } },
          setup = function() return { n = 0, seen = 0 } end,
          moves = {
            add = { choices = { 1, 2 }, prompt = function() looked() return "Add" end,
              format = function(n) looked() return "plus " .. n end, legal = function() return looked() end,
              when = function() return looked() end,
              play = function(state, _, n) state.n, state.seen = state.n + n, looks end },
          },
          view = function(state) looked() return { n = state.n } end,
          scene = function(view) looked() return scene.text(tostring(view.n)) end,
          message = function(view) looked() return { caption = tostring(view.n) } end,
          outcome = function(state) if state.n >= 12 then return parlor.win(looks % 2 + 1) end end,
        }
        """

    private static func lookAround(_ match: Match, _ random: inout SplitMix64) throws {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let seat = Int.random(in: 0...match.seats, using: &random)
            let viewer = seat == 0 ? nil : seat
            switch Int.random(in: 0..<5, using: &random) {
            case 0: _ = try match.view(for: viewer)
            case 1: _ = try match.scene(for: viewer, style: Bool.random(using: &random) ? "expanded" : "transcript")
            case 2: _ = try match.views.message(of: ["kind": "move", "seat": 1, "text": "1"])
            case 3: _ = try match.views.freshMoves(for: max(1, seat))
            default: _ = try match.views.prompts(for: max(1, seat))
            }
        }
    }

    /// However often viewers look, the same log leads to the same state, turn and outcome.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func looksDontReachTheRules(seed: UInt64) throws {
        let script = try script(Self.counting)
        let (one, other) = (try Match(of: script, seats: 3), try Match(of: script, seats: 3))
        var random = SplitMix64(seed: seed)
        while let seat = try one.status.turn.first {
            try Self.lookAround(one, &random)
            let index = Int.random(in: 1...2, using: &random)
            for match in [one, other] { try match.play(index: index, seat: seat) }
            #expect(try one.stateBytes() == other.stateBytes() && one.status == other.status, "seed \(seed)")
        }
        #expect(try one.status.outcome != nil)
    }

    /// Returns a game with secrets of one kind. Its hooks keep everything that they receive in a local variable, and
    /// draw the contents of that variable.
    private static func keeping(_ kind: String) -> String {
        let (deal, secret, view) =
            switch kind {
            case "dealt": ("deal = 'host', chance = true,", "", "")
            case "dealt, with a view":
                (
                    "deal = 'host', chance = true,", "",
                    "view = function(state, seat) return { n = state.n, secret = { [seat or 0] = state.secret[seat or 0] } } end,"
                )
            case "sealed": ("", "secret = 'match',", "")
            default:
                ("", "", "view = function(state, seat) return { n = state.n, own = state.hands[seat or 0] } end,")
            }
        let held = kind == "picked" ? "hands" : "secret"
        return """
            local parlor, scene = require "parlor", require "parlor.scene"
            local kept = {}
            local function keep(value, seat)
              local _, part = pcall(function() return value.own or value.secret[seat or 0] end)
              if type(part) == "table" and part.word then kept[#kept + 1] = part.word end
              return true
            end
            local function told() return table.concat(kept, " ") end
            return parlor.game {
              title = "Keeping", seats = 3, \(deal)
              setup = function(match)
                return { n = 0, \(held) = { { word = "ace" }, { word = "king" }, { word = "queen" } } }
              end,
              moves = {
                go = { \(secret) choices = function(state, seat) keep(state, seat) return { "on" } end,
                  prompt = function(state, seat) keep(state, seat) return told() end,
                  play = function(state, seat) \(kind == "sealed" ? "" : "state.n = state.n + 1") end },
              },
              \(view)
              turn = function() return 1 end,
              scene = function(view, seat) keep(view, seat) return scene.text(told()) end,
              message = function(view) keep(view) return { caption = told() } end,
              outcome = function() end,
            }
            """
    }

    private static func shown(_ match: Match, to seat: Int?) throws -> [String] {
        var shown = ["\(String(describing: try match.scene(for: seat)))"]
        if seat == nil {
            shown.append("\(String(describing: try match.views.message(of: ["kind": "move", "seat": 1])))")
        }
        if let seat { shown.append("\(try match.views.prompts(for: seat))") }
        return shown
    }

    /// The scene of a seat doesn't depend on what other viewers were shown before.
    @Test(arguments: ["dealt", "dealt, with a view", "sealed", "picked"])
    func nothingGoesFromSeatToSeat(kind: String) throws {
        let script = try script(Self.keeping(kind))
        let words = [1: "ace", 2: "king", 3: "queen"]
        for first in 1...3 {
            let match = try Match(of: script, seats: 3, seed: 1)
            let own = try Self.shown(match, to: first)
            #expect(own.joined().contains(words[first] ?? ""), "\(kind): \(own)")
            for other in [nil, 1, 2, 3] where other != first {
                let seen = try Self.shown(match, to: other).joined()
                let alone = try Self.shown(Match(of: script, seats: 3, seed: 1), to: other).joined()
                #expect(seen == alone, "\(kind): seat \(first) looked before")
                for (seat, word) in words where seat != other { #expect(!seen.contains(word), "\(kind): \(seen)") }
            }
        }
    }

    /// One Lua state is made for each distinct view, and none for each look. After each ply, each state receives the
    /// new position once.
    @Test(arguments: [("tic-tac-toe", 1), ("battleship", 3), ("crazy-eights", 3)])
    func statesAreMadeOncePerView(game: String, views: Int) throws {
        let match = try Match(of: catalog().script(game), seats: 2, seed: 1)
        let counter = WorkCounter()
        for ply in 0..<4 {
            let seat = try #require(match.status.turn.first)
            let before = counter.work
            try counter.count { () throws in
                for _ in 0..<20 {
                    for viewer in [nil, 1, 2] { _ = try match.scene(for: viewer) }
                    _ = try match.legalMoves(for: seat)
                }
            }
            let work = counter.work.since(before)
            #expect(
                work[.statesCreated] == (ply == 0 ? views : 0) && work[.positionsShown] == views, "\(game): \(work)")
            try match.play(try #require(match.legalMoves(for: seat).first).text, seat: seat)
        }
    }

    /// If the rules refuse a move because of something that the seat doesn't know, their text isn't shown. The player
    /// sees the text that the seat's own device would show.
    @Test(arguments: [
        ("state.secret[seat].word", "you have ace"), ("state.secret[3].word", "The rules refuse this move."),
    ])
    func aRefusalSaysWhatTheSeatMayKnow(reads: String, says: String) throws {
        let source = Self.keeping("dealt").replacing(
            "state.n = state.n + 1", with: "return parlor.reject('no', 'you have ' .. \(reads))")
        let match = try Match(of: script(source), seats: 3, seed: 1)
        #expect(rejection { try match.play("on", seat: 1) }?.message == says)
        #expect(try match.status.ply == 0 && match.legalMoves(for: 1).count == 1)
    }

    // MARK: Leaks of earlier versions

    /// In an earlier version, a `legal` that had refused a move in the rules' own state could decide who won.
    @Test func aMoveThatWasRefusedLeavesNoTrace() throws {
        let source = """
            local parlor = require "parlor"
            local bump, looks = 0, false
            return parlor.game { title = "Bump", setup = function() return { n = 0 } end,
              moves = {
                go = { choices = { "a", "b" }, format = function() looks = true end, play = function(s) s.n = s.n + 1 end },
                say = { args = { type = "text", max = 20, examples = { "x" } },
                  legal = function(s, seat, t)
                    if t == "bad" and not looks then bump = bump + 1 return false end
                    return true
                  end,
                  play = function(s) s.n = s.n + 1 end },
              },
              outcome = function(s) if s.n >= 3 then return parlor.win(bump > 0 and 1 or 2) end end }
            """
        let match = try Match(of: script(source))
        _ = try match.legalMoves(for: 1)
        #expect(rejection { try match.play("say bad", seat: 1) }?.code == "illegal_move")
        for ply in 0..<3 { try match.play("a", seat: ply % 2 + 1) }
        #expect(try match.status.outcome == .win([2]))
    }

    /// In an earlier version, a player who tried a move that draws and then refuses could see the draw of the next
    /// move.
    @Test(arguments: ["setup", "play"]) func whatWasDrawnIsNotRefused(_ what: String) throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "Peek", chance = true, setup = function() return { n = 0 } end,
              moves = { go = { choices = { "peek", "on" }, play = function(s, _, how, match)
                if \(what == "play" ? "true" : "false") and how == "peek" then
                  return parlor.reject("no", "drew " .. match.random(1000))
                end
                if how == "peek" then return parlor.reject("no", "not now") end
                s.n = match.random(1000)
              end } },
              outcome = function() end }
            """
        let match = try Match(of: script(source), seed: 1)
        let refusal = rejection { try match.play("peek", seat: 1) }
        if what == "play" {
            #expect(try match.status.outcome == .draw, "nobody draws twice")
            #expect(match.rules.lastProblem?.contains("it refused after it had drawn") == true)
        } else {
            #expect(refusal?.code == "no")
            try match.play("on", seat: 1)
        }
    }

    /// Information that `view` hides doesn't affect the digest that everybody sees.
    @Test func whatAViewHidesIsInNoDigestForAll() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "Number", chance = true,
              setup = function(match) return { n = 0, number = match.random(1000) } end,
              view = function(state) return { n = state.n } end,
              moves = { go = { play = function(s) s.n = s.n + 1 end } }, outcome = function() end }
            """
        let (one, other) = (try Match(of: script(source), seed: 1), try Match(of: script(source), seed: 2))
        #expect(try one.digest(public: true) != other.digest(public: true))
        #expect(try one.shownDigest() == other.shownDigest())
        try one.play("go", seat: 1)
        #expect(try one.shownDigest() != other.shownDigest())
    }
}
