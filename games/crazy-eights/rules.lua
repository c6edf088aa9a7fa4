-- What a card may follow, what it does, and what it costs whoever is left with it.
local cards = require "parlor.cards"

local rules = {}

-- What a card does where `specials` are played, or nil.
local effects = { q = "skip", a = "turn", ["2"] = "two" }
function rules.special(card, options) return options.specials and effects[cards.rank(card)] or nil end

-- Can a card be played now? Who has to draw for twos can only play another one.
function rules.fits(state, card)
  local rank = cards.rank(card)
  if state.due > 0 then return rank == "2" end
  return rank == "8" or rank == cards.rank(state.pile[#state.pile]) or cards.suit(card) == state.suit
end

-- The points of a hand: fifty for an eight, ten for a picture, one for an ace, else what stands on the card.
function rules.points(hand)
  local sum = 0
  for _, card in ipairs(hand) do
    sum = sum + (cards.rank(card) == "8" and 50 or math.min(cards.value(card), 10))
  end
  return sum
end

return rules
