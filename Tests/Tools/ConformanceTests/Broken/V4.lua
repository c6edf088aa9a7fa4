-- breaks: V4
-- says: caption
local parlor = require "parlor"
return parlor.game {
  title = "Talkative", summary = "A caption that nobody can read to its end.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  message = function() return { caption = ("The battle goes on. "):rep(10) } end,
}
