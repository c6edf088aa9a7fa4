-- breaks: L3
-- says: `moves.go.choices` changed the local `flip`
-- The typical mistake: choices that differ from call to call.
local parlor = require "parlor"
local flip = false
return parlor.game {
  title = "Flicker", summary = "The list of moves is turned around at every call.",
  setup = function() return { count = 0 } end,
  moves = { go = {
    choices = function()
      flip = not flip
      return flip and { "left", "right" } or { "right", "left" }
    end,
    play = function(state) state.count = state.count + 1 end,
  } },
  outcome = function(state) if state.count == 6 then return parlor.draw() end end,
}
