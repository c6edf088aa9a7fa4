-- breaks: V1
-- says: the event was {kind = "close"
local parlor = require "parlor"
return parlor.game {
  title = "Speechless", summary = "Has no word for who closes the match.", information = "perfect",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 6 then return parlor.draw() end end,
  message = function(_, event)
    if event.kind == "close" then return { caption = "gone: " .. event.text } end
  end,
}
