-- breaks: O4
-- says: held the whole state
-- The host deals, and the hands are in the public state, so only spectators don't see them.
local parlor = require "parlor"
return parlor.game {
  title = "Dealt", summary = "A card each.", chance = true, deal = "host", information = "hidden",
  setup = function(match) return { hands = { match.random(50), match.random(50) }, count = 0 } end,
  view = function(view, seat)
    if not seat then view.hands = nil end
    return view
  end,
  moves = { pass = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
