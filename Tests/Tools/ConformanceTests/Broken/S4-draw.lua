-- breaks: S4
-- says: draw in setup, play or resolve only
-- The typical mistake: a draw in `outcome`.
local parlor = require "parlor"
return parlor.game {
  title = "Coin", summary = "A tie is decided by a coin.", chance = true,
  setup = function(match) return { count = match.random(3) } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state, match) if state.count > 6 then return parlor.win(match.random(2)) end end,
}
