-- breaks: P1
-- says: `setup` drew something else
-- The typical mistake: the hands are in the public state, and only `view` leaves out the hands of others.
local parlor = require "parlor"
return parlor.game {
  title = "Hands", summary = "Five cards each.", chance = true, information = "hidden",
  setup = function(match) return { hands = { match.random(50), match.random(50) }, count = 0 } end,
  view = function(view, seat)
    view.hands = { [seat or 0] = view.hands[seat or 0] }
    return view
  end,
  moves = { pass = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state)
    if state.count == 4 then return state.hands[1] > state.hands[2] and parlor.win(1) or parlor.draw() end
  end,
}
