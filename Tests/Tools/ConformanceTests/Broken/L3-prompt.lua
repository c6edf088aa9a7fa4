-- breaks: L3
-- says: changed the local `asked`
local parlor = require "parlor"
local asked = 0
return parlor.game {
  title = "Asked", summary = "Four steps.",
  setup = function() return { count = 0 } end,
  moves = { step = {
    prompt = function() asked = asked + 1 return "Step, for time " .. asked % 2 end,
    play = function(state) state.count = state.count + 1 end,
  } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
