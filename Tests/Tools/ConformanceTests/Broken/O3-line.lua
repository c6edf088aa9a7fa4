-- breaks: O3
-- says: game.lua:10: outcome: parlor.win: expected seats as numbers from 1, got 0
local parlor = require "parlor"
return parlor.game {
  title = "Nobody", summary = "Lets seat 0 win.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state)
    if state.count == 4 then
      return parlor.win(0)
    end
  end,
}
