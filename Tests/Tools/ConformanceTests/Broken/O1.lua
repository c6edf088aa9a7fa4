-- breaks: O1
-- says: without an end
-- The typical mistake: an endless game.
local parlor = require "parlor"
return parlor.game {
  title = "Endless", summary = "Left, right, left, right.",
  setup = function() return { place = 0 } end,
  moves = { go = { choices = { "left", "right" }, play = function(state, _, way)
    state.place = math.max(-3, math.min(3, state.place + (way == "left" and -1 or 1)))
  end } },
  outcome = function(state) if state.place == 4 then return parlor.draw() end end,
}
