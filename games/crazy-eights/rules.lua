-- The cards that may follow others, their effects, and their points in a hand at the end.
local cards = require "parlor.cards"

local rules = {}

-- Returns the effect of a card with the option `specials`, or nil.
local effects = { q = "skip", a = "turn", ["2"] = "two" }
function rules.special(card, options) return options.specials and effects[cards.rank(card)] or nil end

-- Returns whether a card can be played now. A seat that must draw for twos can only play another
-- two.
function rules.fits(state, card)
  local rank = cards.rank(card)
  if state.due > 0 then return rank == "2" end
  return rank == "8" or rank == cards.rank(state.pile[#state.pile]) or cards.suit(card) == state.suit
end

-- Returns the points of a hand: 50 for an eight, 10 for a court card, 1 for an ace, else the number
-- on the card.
function rules.points(hand)
  local sum = 0
  for _, card in ipairs(hand) do
    sum = sum + (cards.rank(card) == "8" and 50 or math.min(cards.value(card), 10))
  end
  return sum
end

return rules
