-- breaks: S1
-- says: state.rule
local parlor = require "parlor"
return parlor.game {
  title = "Function", summary = "Keeps a rule in the state.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    if state.count == 3 then state.rule = function() return true end end
  end } },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
}
