-- breaks: P3
-- says: first hid something at ply 3, after seat 1 had chosen
-- The typical mistake: the second seat hides its number at its first turn, after the first seat has already asked for it.
local parlor = require "parlor"
return parlor.game {
  title = "Late", summary = "Both hide a number, and ask for the other's.",
  setup = function() return { seat = 1, count = 0 } end,
  turn = function(state, match)
    if match.sealed[state.seat] == 0 then return state.seat, "hide" end
    return state.seat, state.question and "answer" or "ask"
  end,
  moves = {
    hide = { secret = "match", choices = { "one", "two", "three" }, play = function(state, seat, number)
      state.secret[seat].number = number
    end },
    ask = { choices = { "one", "two", "three" }, play = function(state, seat, number)
      state.seat, state.question = 3 - seat, number
    end },
    answer = {
      choices = { "yes", "no" },
      forced = function(state, seat) return state.secret[seat].number == state.question and "yes" or "no" end,
      play = function(state, seat, answer)
        state.question, state.count = nil, state.count + 1
        if answer == "yes" then state.winner = 3 - seat end
      end,
    },
  },
  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
    if state.count == 6 then return parlor.draw() end
  end,
}
