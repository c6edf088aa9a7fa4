-- breaks: P1
-- says: was dealt something else
-- The host deals, the first round is sealed, and afterwards a hand is written into the public state.
local parlor = require "parlor"
return parlor.game {
  title = "Pass on", summary = "Both put a card away at once, then play on.",
  chance = true, deal = "host", information = "hidden",
  setup = function(match)
    local secret = { {}, {} }
    for seat = 1, 2 do
      for card = 1, 3 do secret[seat][card] = card * 20 + match.random(13) end
    end
    return { secret = secret, left = { 3, 3 }, count = 0 }
  end,
  turn = function(state)
    if state.left[2] == 3 then return { 1, 2 }, "pass" end
    return nil, "step"
  end,
  moves = {
    pass = {
      secret = "round",
      choices = function(state, seat) return parlor.copy(state.secret[seat]) end,
      play = function(state, seat, card)
        for place, other in ipairs(state.secret[seat]) do
          if other == card then table.remove(state.secret[seat], place) break end
        end
        state.left[seat] = #state.secret[seat]
      end,
    },
    step = { play = function(state, seat)
      state.count = state.count + 1
      state.shown = parlor.copy(state.secret[seat])
    end },
  },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
