-- breaks: L2
-- says: boards
-- The author never tried the largest board, for which there is no plan.
local parlor = require "parlor"
local plans = { small = 3, middle = 5 }
return parlor.game {
  title = "Boards", summary = "Take cells until none is left.",
  options = { board = { default = "small", values = { "small", "middle", "large" }, help = "its size" } },
  setup = function(match)
    local size = plans[match.options.board]
    if not size then error "no plan of these boards" end
    return { left = size }
  end,
  moves = { take = { play = function(state) state.left = state.left - 1 end } },
  outcome = function(state, match) if state.left == 0 then return parlor.win(match.next(2)) end end,
}
