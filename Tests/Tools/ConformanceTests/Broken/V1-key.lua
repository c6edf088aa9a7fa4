-- breaks: V1
-- says: the key 'captain', which no bubble has; did you mean 'caption'?
-- The typical mistake: a misspelt key of a text, so that the text would never be shown.
local parlor = require "parlor"
return parlor.game {
  title = "Crier", summary = "The text of a bubble has a name that no bubble knows.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  message = function(_, event) return { captain = event.kind } end,
}
