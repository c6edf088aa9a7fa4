-- breaks: M1
-- says: no legal move
local parlor = require "parlor"
return parlor.game {
  title = "Stuck", summary = "Takes one or two of five; one of what is left can be too many.",
  setup = function() return { left = 5 } end,
  moves = { take = {
    choices = function(state) return state.left > 2 and { 1, 2 } or {} end,
    play = function(state, _, count) state.left = state.left - count end,
  } },
  outcome = function(state) if state.left == 0 then return parlor.draw() end end,
}
