-- breaks: M7
-- says: nothing for who was late
local parlor = require "parlor"
return parlor.game {
  title = "Late", summary = "Three seats; only one way to leave was thought of.", seats = 3, information = "perfect",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count >= 6 then return parlor.draw() end end,
  leave = function(_, _, why) if why == "timeout" then error "nothing for who was late" end end,
}
