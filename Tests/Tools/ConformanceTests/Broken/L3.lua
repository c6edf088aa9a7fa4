-- breaks: L3
-- says: `moves.step.play` changed the local `moves`
-- The typical mistake: a counter in a local.
local parlor = require "parlor"
local moves = 0
return parlor.game {
  title = "Counter", summary = "Ten moves, counted outside of the state.",
  setup = function() return { count = 0 } end,
  moves = {
    step = { choices = { "one", "two" }, play = function(state)
      moves = moves + 1
      state.count, state.total = state.count + 1, moves
    end },
  },
  outcome = function(state) if state.count == 10 then return parlor.draw() end end,
}
