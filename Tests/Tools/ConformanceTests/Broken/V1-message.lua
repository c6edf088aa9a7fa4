-- breaks: V1
-- says: kind = "invite"
-- The typical mistake: the script assumes that every bubble is about a move.
local parlor = require "parlor"
return parlor.game {
  title = "Herald", summary = "The caption reads the move of an invitation.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  message = function(_, event) return { caption = "Look: " .. event.text } end,
}
