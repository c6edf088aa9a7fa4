-- breaks: L2
-- says: rejects the default options for 4 seats
local parlor = require "parlor"
return parlor.game {
  title = "Seats", summary = "Declares four seats and takes three.", seats = { 2, 4 },
  setup = function(match)
    if match.seats > 3 then return parlor.reject("too_many", "Three can play.") end
    return { left = 3 }
  end,
  moves = { take = { play = function(state) state.left = state.left - 1 end } },
  outcome = function(state) if state.left == 0 then return parlor.draw() end end,
}
