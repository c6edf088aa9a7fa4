-- Two secret hands. They contain a certain word, so that a test can find the word wherever a hand becomes public.
local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Marked", summary = "Each seat has a marked card.", version = 1,
  chance = true, deal = "host", information = "hidden",

  setup = function(match)
    local secret = {}
    for seat = 1, match.seats do secret[seat] = { card = ("QZMARK%dX%d"):format(seat, match.random(1000000)) } end
    return { secret = secret, turn = 1, count = 0 }
  end,

  turn = function(state) return state.turn end,

  moves = {
    pass = { play = function(state, seat) state.count, state.turn = state.count + 1, 3 - seat end },
    guess = {
      choices = { "red", "black" },
      play = function(state, seat) state.count, state.turn = state.count + 1, 3 - seat end,
    },
  },

  outcome = function(state) if state.count == 6 then return parlor.draw() end end,

  scene = function(view, seat)
    local own = seat and view.secret[seat]
    return scene.stack { scene.text(own and own.card or "watching"), scene.text(("Moves: %d"):format(view.count)) }
  end,
}
