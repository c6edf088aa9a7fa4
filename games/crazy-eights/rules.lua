-- What a card may follow, what it does, and what it costs whoever is left with it.
local cards = require "parlor.cards"

local rules = {}

-- What a card does where `specials` are played, or nil.
local effects = { q = "skip", a = "turn", ["2"] = "two" }
function rules.special(card, options) return options.specials and effects[cards.rank(card)] or nil end

-- The cards of a hand that can be played. Who has to draw for twos can only play another one.
function rules.playable(state, hand)
  local list, rank = {}, cards.rank(state.pile[#state.pile])
  for _, card in ipairs(hand) do
    local own = cards.rank(card)
    local fits = own == "8" or own == rank or cards.suit(card) == state.suit
    if state.due > 0 then fits = own == "2" end
    if fits then list[#list + 1] = card end
  end
  return list
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
