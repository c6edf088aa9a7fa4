import Effort
import GameRules
import Testing

@testable import Conformance

/// Correct scripts that look as if they had mistakes. A false alarm would make an author search for
/// a mistake that doesn't exist.
struct CleanScriptTests {
    static let scripts = [
        "a message that knows the names of its own moves, none of which is sealed": """
        local parlor = require "parlor"
        local said = { step = "stepped" }
        return parlor.game {
          title = "Said", summary = "Four steps.",
          setup = function() return { count = 0 } end,
          moves = { step = { play = function(state) state.count = state.count + 1 end } },
          outcome = function(state) if state.count == 4 then return parlor.draw() end end,
          message = function(_, event)
            if event.kind ~= "move" then return end
            return { caption = "Seat " .. event.seat .. " " .. said[event.name] }
          end,
        }
        """,
        "an outcome that is made in one place and returned in another": """
        local parlor = require "parlor"
        local function ended(state) return state.count == 4 and parlor.win(1) or nil end
        return parlor.game {
          title = "Made", summary = "Four steps.",
          setup = function() return { count = 0 } end,
          moves = { step = { play = function(state) state.count = state.count + 1 end } },
          outcome = function(state)
            local result = ended(state)
            return result
          end,
          scene = {
            compact = function() return nil end,
            expanded = function(view) return require "parlor.scene".text(view.count) end,
          },
        }
        """,
        "a long match of sealed rounds, which ends by resignation on phones": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Rounds", summary = "Thirty rounds.", seats = 2,
          setup = function() return { rounds = 0, sum = 0 } end,
          turn = function() return { 1, 2 } end,
          moves = { bid = { secret = "round", choices = { 1, 2, 3 }, play = function(state, _, bid)
            state.sum = state.sum + bid
          end } },
          resolve = function(state) state.rounds = state.rounds + 1 end,
          outcome = function(state) if state.rounds == 30 then return parlor.draw() end end,
        }
        """,
        "a view that turns the board towards its seat": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Sides", summary = "Three steps each.",
          setup = function() return { steps = { 0, 0 } } end,
          view = function(view, seat)
            return { mine = view.steps[seat or 1], theirs = view.steps[3 - (seat or 1)] }
          end,
          moves = { step = { choices = { 1, 2 }, play = function(state, seat, length)
            state.steps[seat] = state.steps[seat] + length
          end } },
          outcome = function(state)
            for seat = 1, 2 do
              if state.steps[seat] >= 3 then return parlor.win(seat) end
            end
          end,
        }
        """,
        "a view that leaves out for everybody what nobody needs": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Notes", summary = "Three steps each.", information = "perfect",
          setup = function() return { count = 0, last = "" } end,
          view = function(view) return { count = view.count } end,
          moves = { step = { choices = { "long", "short" }, play = function(state, _, length)
            state.count, state.last = state.count + 1, length
          end } },
          outcome = function(state) if state.count == 6 then return parlor.draw() end end,
        }
        """,
        "a typed answer that a secret forces": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Cup", summary = "Roll under a cup, and show it.", chance = true,
          setup = function() return { shown = {}, count = 0 } end,
          turn = function(_, match)
            local seat = match.sealed[1] == 0 and 1 or match.sealed[2] == 0 and 2
            if seat then return seat, "roll" end
            return nil, "show"
          end,
          moves = {
            roll = { secret = "match", forced = true, play = function(state, seat, _, match)
              state.secret[seat].dice = match.random(6) .. "-" .. match.random(6)
            end },
            show = {
              args = { type = "text", max = 6 },
              forced = function(state, seat) return state.secret[seat].dice end,
              play = function(state, seat, dice)
                state.shown[seat], state.count = dice, state.count + 1
              end,
            },
          },
          outcome = function(state) if state.count == 2 then return parlor.draw() end end,
        }
        """,
        "a typed move that refuses in a sentence what isn't legal now, beside a move that always is": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Chain", summary = "Each animal begins with the last letter of the one before.",
          setup = function() return { said = {} } end,
          moves = {
            say = {
              args = { type = "text", min = 3, max = 20, examples = { "cat", "tiger", "rat", "toad", "dog" } },
              play = function(state, _, text)
                local last = state.said[#state.said]
                if last and text:sub(1, 1) ~= last:sub(-1) then
                  return parlor.reject("wrong_letter", "Type an animal that begins with '" .. last:sub(-1) .. "'.")
                end
                state.said[#state.said + 1] = text
              end,
            },
            pass = { play = function(state, seat) state.passed = seat end },
          },
          outcome = function(state)
            if state.passed then return parlor.win(3 - state.passed) end
            if #state.said == 10 then return parlor.draw() end
          end,
        }
        """,
        "a message that speaks of moves only": """
        local parlor = require "parlor"
        return parlor.game {
          title = "Brief", summary = "Four steps.",
          setup = function() return { count = 0 } end,
          moves = { step = { play = function(state) state.count = state.count + 1 end } },
          outcome = function(state) if state.count == 4 then return parlor.draw() end end,
          message = function(_, event)
            if event.kind ~= "move" then return end
            return { caption = "Step: " .. event.text }
          end,
        }
        """,
    ]

    @Test(arguments: scripts.keys.sorted())
    func whatIsNoMistakeIsntFound(name: String) throws {
        let folder = GameFolder(id: "clean", game: try #require(Self.scripts[name]))
        let report = conformance(
            of: folder, library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 7, games: TestEffort.extent(quick: 3, full: 8)))
        #expect(report.findings.isEmpty, "\(report.findings.map(\.description))")
    }

    @Test func theStepThatFailsIsShown() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Edge", summary = "West is over the edge.",
              setup = function() return { count = 0 } end,
              moves = { go = { choices = { "east", "west" }, play = function(state, _, way)
                state.count = state.count + 1
                if state.count == 3 and way == "west" then error "over the edge" end
              end } },
              outcome = function(state) if state.count == 5 then return parlor.draw() end end,
            }
            """
        let report = conformance(
            of: GameFolder(id: "edge", game: source), library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 7, games: 8))
        let finding = try #require(report.findings.first)
        #expect(finding.property == .m3 && report.findings.count == 1)
        #expect(finding.steps.count == 3 && finding.steps.last?.text == "west", "\(finding.steps)")
    }
}
