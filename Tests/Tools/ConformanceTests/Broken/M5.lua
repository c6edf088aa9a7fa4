-- breaks: M5
-- says: one text
-- The typical mistake: two moves with one text. The text of a typed move is its name, and the other move has a choice with that text.
local parlor = require "parlor"
return parlor.game {
  title = "Twins", summary = "A choice that reads like another move.",
  setup = function() return { count = 0 } end,
  moves = {
    ask = { args = { type = "integer", min = 1, max = 3 }, play = function(state) state.count = state.count + 1 end },
    choose = { choices = { "ask", "tell" }, play = function(state) state.count = state.count + 1 end },
  },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
