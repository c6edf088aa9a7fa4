-- breaks: O4
-- says: held the whole state
-- Open hands: the views of the seats differ, but they hide nothing.
local parlor = require "parlor"
return parlor.game {
  title = "Hands", summary = "Five cards each.", chance = true, information = "hidden",
  setup = function(match) return { hands = { match.random(50), match.random(50) }, count = 0 } end,
  view = function(view, seat)
    view.me = seat
    return view
  end,
  moves = { pass = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
