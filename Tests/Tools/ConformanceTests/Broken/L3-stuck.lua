-- breaks: L3
-- says: fresh copy of the script
-- What is left is counted in a local: in a script that was used it is less than nothing, and nobody can move.
local parlor = require "parlor"
local left = 13
return parlor.game {
  title = "Sticks", summary = "Take one, two or three sticks.",
  setup = function() return { left = 13 } end,
  moves = { take = {
    choices = function(state)
      local counts = {}
      for count = 1, math.min(3, state.left) do counts[count] = count end
      return counts
    end,
    play = function(state, seat, count)
      left = left - count
      state.left = left
      if left == 0 then state.loser = seat end
    end,
  } },
  outcome = function(state) if state.loser then return parlor.win(3 - state.loser) end end,
}
