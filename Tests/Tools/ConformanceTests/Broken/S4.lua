-- breaks: S4
-- says: changed the state
-- The typical mistake: `choices` changes the state.
local parlor = require "parlor"
return parlor.game {
  title = "Sorter", summary = "Sorts the hand whenever it is looked at.",
  setup = function() return { hand = { 3, 1, 2 }, count = 0 } end,
  moves = { lay = {
    choices = function(state)
      table.sort(state.hand)
      return parlor.copy(state.hand)
    end,
    play = function(state) state.count = state.count + 1 end,
  } },
  outcome = function(state) if state.count == 3 then return parlor.draw() end end,
}
