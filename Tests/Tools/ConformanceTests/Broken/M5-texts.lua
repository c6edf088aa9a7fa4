-- breaks: M5
-- says: have one text
-- The typical mistake of two moves with one text, within one move: tables are distinguished only by their `text`.
local parlor = require "parlor"
return parlor.game {
  title = "Cards", summary = "Two cards that read alike.",
  setup = function() return { count = 0 } end,
  moves = { lay = {
    choices = function() return { { text = "a card", suit = 1 }, { text = "a card", suit = 2 } } end, play = function(state, _, card)
      state.count = state.count + card.suit
    end } },
  outcome = function(state) if state.count > 3 then return parlor.draw() end end,
}
