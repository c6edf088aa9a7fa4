-- breaks: P1
-- says: dealt something else
-- The host deals, and the view shows every hand.
local parlor = require "parlor"
return parlor.game {
  title = "Open hands", summary = "Three cards each.", chance = true, deal = "host", information = "hidden",
  setup = function(match)
    local secret = { {}, {} }
    for seat = 1, 2 do
      for card = 1, 3 do secret[seat][card] = match.random(13) end
    end
    return { secret = secret, count = 0 }
  end,
  view = function(view, seat)
    if not seat then view.secret = nil end
    return view
  end,
  moves = { pass = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
