-- breaks: M7
-- says: After seat
local parlor = require "parlor"
return parlor.game {
  title = "Deserted", summary = "Three seats; the pot of who left is asked for.", seats = 3,
  setup = function() return { count = 0, pots = { 1, 1, 1 } } end,
  moves = { step = { play = function(state, seat)
    state.count = state.count + 1
    for other = 1, 3 do state.pots[other] = state.pots[other] + 1 end
  end } },
  leave = function(state, seat) state.pots[seat] = nil end,
  outcome = function(state) if state.count == 9 then return parlor.scores(state.pots) end end,
}
