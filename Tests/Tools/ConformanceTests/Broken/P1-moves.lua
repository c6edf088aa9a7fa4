-- breaks: P1
-- says: own part of state.secret: state.least
-- The legal moves of the other seat reveal the hidden number.
local parlor = require "parlor"
return parlor.game {
  title = "Telling moves", summary = "Hide a number; the other one may only guess higher.",
  setup = function() return { guesses = 0, least = 0 } end,
  view = function(view)
    view.least = nil
    return view
  end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return 2, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
      state.least = number
    end },
    guess = {
      choices = function(state)
        local list = {}
        for number = state.least, 5 do list[#list + 1] = number end
        return list
      end,
      play = function(state) state.guesses = state.guesses + 1 end,
    },
  },
  outcome = function(state) if state.guesses == 3 then return parlor.draw() end end,
}
