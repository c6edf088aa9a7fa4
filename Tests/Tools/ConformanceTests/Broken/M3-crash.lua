-- breaks: M3
-- says: moves.step.play
local parlor = require "parlor"
return parlor.game {
  title = "Crash", summary = "The third move reads a field that isn't there.",
  setup = function() return { count = 0, names = { "one", "two" } } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    state.length = #state.names[state.count]
  end } },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
}
