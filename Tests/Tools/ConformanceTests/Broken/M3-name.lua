-- breaks: M3
-- says: match.name is there in
-- A rule uses the name of a player.
local parlor = require "parlor"
return parlor.game {
  title = "Named", summary = "Five moves that ask for a name.",
  setup = function() return { count = 0 } end,
  moves = {
    step = { choices = { "one", "two" }, play = function(state, seat, _, match)
      state.count = state.count + 1
      state.last = match.name(seat)
    end },
  },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
}
