-- The possible bids and their results. With `wild`, a one counts as every number, and nobody can bid
-- on ones.
local dice = require "parlor.dice"

local most = 12 -- bids in a round, so that a match ends

local bids = {}

-- Returns the bids above the last one, the lowest first, up to the number of all dice left.
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

-- Returns whether a die counts for the bid.
function bids.shows(bid, die, wild) return die == bid.face or die == 1 and wild end

-- Returns the number of dice under all cups that count for the bid.
function bids.found(bid, hands, wild)
  local found = 0
  for _, hand in ipairs(hands) do
    local counts = dice.counts(hand)
    found = found + counts[bid.face] + (wild and counts[1] or 0)
  end
  return found
end

return bids
