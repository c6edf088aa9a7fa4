-- breaks: V1
-- says: the event was {kind = "claim"
local parlor = require "parlor"
return parlor.game {
  title = "Speechless", summary = "Has no word for a claim.", information = "perfect",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 6 then return parlor.draw() end end,
  message = function(_, event)
    if event.kind == "claim" then return { caption = "gone: " .. event.text } end
  end,
}
