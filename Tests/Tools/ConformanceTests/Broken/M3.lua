-- breaks: M3
-- says: rejected
-- `choices` lists full columns, which `play` refuses.
local parlor = require "parlor"
return parlor.game {
  title = "Full columns", summary = "Three columns of two stones each.",
  setup = function() return { columns = { 0, 0, 0 }, count = 0 } end,
  moves = { drop = {
    choices = { 1, 2, 3 },
    play = function(state, _, column)
      if state.columns[column] == 2 then return parlor.reject("full", "That column is full.") end
      state.columns[column], state.count = state.columns[column] + 1, state.count + 1
    end,
  } },
  outcome = function(state) if state.count == 6 then return parlor.draw() end end,
}
