-- breaks: M2
-- says: twice
local parlor = require "parlor"
return parlor.game {
  title = "Doubles", summary = "Offers the card of each suit, and forgets that two may be alike.",
  setup = function() return { hand = { "ace", "king", "ace" }, count = 0 } end,
  moves = { lay = {
    choices = function(state) return parlor.copy(state.hand) end,
    play = function(state) state.count = state.count + 1 end,
  } },
  outcome = function(state) if state.count == 3 then return parlor.draw() end end,
}
