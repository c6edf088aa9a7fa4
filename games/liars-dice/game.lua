local parlor, dice = require "parlor", require "parlor.dice"
local bids, cups = require "bids", require "cups"

local most = { 5, 5, 5, 5, 3, 2 } -- dice for each, by the number of seats: a whole match travels in each message

-- Returns the next seat that has dice.
local function behind(state, seat)
  repeat seat = seat % #state.dice + 1 until state.dice[seat] > 0
  return seat
end

-- Starts a round in which everybody rolls again. The number of a seat's seals shows publicly
-- whether it has rolled.
local function begin(state, first, match)
  state.first, state.bids, state.bid, state.bidder = state.dice[first] > 0 and first or behind(state, first), 0, nil, nil
  for seat = 1, match.seats do state.seals[seat] = match.sealed[seat] end
end

-- Returns the next seat and its task. The first bidder rolls first, so that it knows its dice when
-- all have rolled.
local function next_up(state, match)
  local seat = state.first
  repeat
    if match.sealed[seat] == state.seals[seat] then return seat, "roll" end
    seat = behind(state, seat)
  until seat == state.first
  return state.bid and behind(state, state.bidder) or seat, { "bid", "call" }
end

-- Returns the only seat with dice, or nil if there are several.
local function last_one(state)
  local seat = behind(state, 1)
  return behind(state, seat) == seat and seat or nil
end

return parlor.game {
  title = "Liar's Dice",
  summary = "Bid on everybody's dice, or call the last bid. The last one with dice wins.",
  version = 1,
  seats = { 2, 6 },
  chance = true,

  options = {
    dice = { default = 5, min = 1, max = 5, help = "dice for each seat; with five seats at most 3, with six 2" },
    wild = { default = true, help = "whether ones count as every number" },
  },

  setup = function(match)
    local state = { dice = {}, seals = {} }
    for seat = 1, match.seats do state.dice[seat] = math.min(match.options.dice, most[match.seats]) end
    begin(state, 1, match)
    return state
  end,

  turn = next_up,

  moves = {
    roll = {
      prompt = "Roll your dice",
      secret = "call", -- the dice are hidden until somebody calls
      forced = true,
      play = function(state, seat, _, match)
        local rolled = dice.roll(match, state.dice[seat])
        table.sort(rolled)
        state.secret[seat] = { dice = rolled, seals = state.seals[seat] } -- `seals` says of which round they are
      end,
    },
    bid = {
      prompt = function(state) return state.bid and "Bid more than " .. state.bid.text or "Make the first bid" end,
      choices = function(state, _, match) return bids.above(state, match.options.wild) end,
      play = function(state, seat, bid)
        state.bid, state.bidder, state.bids, state.ended = bid, seat, state.bids + 1, nil
      end,
    },
    call = { -- opens what was rolled
      prompt = "Call",
      when = function(state) return state.bid end,
      play = function(state, seat, _, match)
        local hands = {}
        for other, left in ipairs(state.dice) do
          hands[other] = left > 0 and parlor.copy(state.secret[other].dice) or {}
        end
        local bid, bidder = state.bid, state.bidder
        local found = bids.found(bid, hands, match.options.wild)
        local loser = found < bid.count and bidder or seat
        state.ended = { hands = hands, bid = bid, bidder = bidder, caller = seat, found = found, loser = loser }
        state.dice[loser] = state.dice[loser] - 1
        begin(state, loser, match)
      end,
    },
  },

  outcome = function(state)
    local seat = last_one(state)
    if seat then return parlor.win(seat) end
  end,

  -- The dice of a seat that leaves can't be counted any more, so all roll again.
  leave = function(state, seat, _, match)
    if state.dice[seat] == 0 then return end
    state.dice[seat] = 0
    begin(state, state.first, match)
  end,

  message = cups.message,

  scene = function(view, seat, _, match)
    local mover, task
    if not last_one(view) then mover, task = next_up(view, match) end
    return cups.scene(view, seat, mover, task, match)
  end,
}
