-- Seat 1 is dealt a random card. Nothing that seat 2 sees depends on the random draws.
local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Twins", summary = "One seat has a card.", version = 1, seats = 2,
  chance = true, deal = "host", information = "hidden",

  setup = function(match)
    local deck = {}
    for card = 1, 52 do deck[card] = card end
    match.shuffle(deck)
    local hand = {}
    for card = 1, 1 + deck[1] % 20 do hand[card] = deck[card] end
    return { secret = { { hand = hand }, {} }, turn = 1, count = 0 }
  end,

  turn = function(state) return state.turn end,

  moves = {
    pass = { play = function(state, seat) state.count, state.turn = state.count + 1, 3 - seat end },
    -- the move's choices exist only for seat 1, which has the hand; playing the move reveals nothing of the hand
    show = {
      choices = function(state, seat) return seat == 1 and { "nothing" } or {} end,
      play = function(state, seat) state.count, state.turn = state.count + 1, 3 - seat end,
    },
  },

  outcome = function(state) if state.count == 40 then return parlor.draw() end end,

  scene = function(view, seat)
    local hand = seat == 1 and view.secret[1] and view.secret[1].hand or {}
    return scene.stack { scene.text("Moves: " .. view.count), scene.text(table.concat(hand, " ")) }
  end,
}
