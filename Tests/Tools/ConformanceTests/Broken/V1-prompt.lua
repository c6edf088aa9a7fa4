-- breaks: V1
-- says: moves.step.prompt
local parlor = require "parlor"
return parlor.game {
  title = "Prompted", summary = "What is asked is no text.",
  setup = function() return { count = 0 } end,
  moves = {
    step = {
      prompt = function(state) return state.count < 2 and "Step" or { state.count } end,
      play = function(state) state.count = state.count + 1 end,
    },
  },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
