-- breaks: L1
-- says: did you mean 'choices'
local parlor = require "parlor"
return parlor.game {
  title = "Misspelt", summary = "A key that nobody reads.",
  setup = function() return { count = 0 } end,
  moves = { step = { choises = { "a" }, play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
