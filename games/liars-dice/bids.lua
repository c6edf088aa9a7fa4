-- Which bids there are, and what they come to. `wild`: ones count as every number, and nobody bids on them.
local dice = require "parlor.dice"

local most = 12 -- in a round: a match has to end

local bids = {}

-- The bids that are higher than the one before, the lowest first, up to all dice that are left.
function bids.above(state, wild)
  local list, total, last = {}, 0, state.bid or { count = 1, face = 0 }
  if state.bids == most then return list end
  for _, left in ipairs(state.dice) do total = total + left end
  for count = last.count, total do
    for face = wild and 2 or 1, 6 do
      if count > last.count or face > last.face then
        list[#list + 1] = { text = count .. "x" .. face, count = count, face = face }
      end
    end
  end
  return list
end

-- Does a die show what was bid?
function bids.shows(bid, die, wild) return die == bid.face or die == 1 and wild end

-- How many dice under all cups show it.
function bids.found(bid, hands, wild)
  local found = 0
  for _, hand in ipairs(hands) do
    local counts = dice.counts(hand)
    found = found + counts[bid.face] + (wild and counts[1] or 0)
  end
  return found
end

return bids
