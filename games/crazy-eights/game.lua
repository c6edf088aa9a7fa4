local parlor, cards = require "parlor", require "parlor.cards"
local rules, look = require "rules", require "look"

local most_plays = 100 -- a match must end even if the pile is turned over again and again
local behind_the_last = 50 -- the points by which a seat that has left is behind all others

-- Returns the seat this number of steps later in the direction of play. Skips seats that have left.
local function later(state, seat, steps)
  while steps > 0 do
    seat = (seat - 1 + state.direction) % #state.held + 1
    if not state.left[seat] then steps = steps - 1 end
  end
  return seat
end

local function pass_on(state, seat, steps)
  state.seat, state.drawn, state.naming = later(state, seat, steps), 0, nil
end

-- Takes a random card from the stock. So the stock has no order that could be known in advance, and
-- `undo` never takes back a card that was seen.
local function take(state, match)
  state.stock = state.stock - 1
  return table.remove(state.secret.deck, match.random(#state.secret.deck))
end

-- Deals a card to a seat.
local function give(state, seat, match)
  local hand = state.secret[seat]
  hand[#hand + 1] = take(state, match)
  cards.sort(hand)
  state.held[seat] = #hand
end

-- If the stock is empty, turns the pile over, except its top.
local function refill(state, match)
  if state.stock > 0 or not match.options.reshuffle then return end
  local top = table.remove(state.pile)
  state.secret.deck, state.stock, state.pile = state.pile, #state.pile, { top }
end

-- Ends the match. The cards in a hand count against its seat.
local function finish(state)
  local worst = 0
  state.over = true
  for seat, hand in ipairs(state.secret) do
    state.points[seat] = -rules.points(hand)
    worst = math.min(worst, state.points[seat])
  end
  for seat in ipairs(state.points) do
    if state.left[seat] then state.points[seat] = worst - behind_the_last end
  end
end

-- Puts a card on the pile, and passes the turn on by the card's effect.
local function lay(state, seat, card, match)
  state.pile[#state.pile + 1], state.suit = card, cards.suit(card)
  refill(state, match)
  local special = rules.special(card, match.options)
  if special == "turn" then state.direction = -state.direction end
  if special == "two" and state.stock > 0 then state.due = state.due + 2 end
  pass_on(state, seat, special == "skip" and 2 or 1)
end

return parlor.game {
  title = "Crazy Eights",
  summary = "Match the suit or the rank, or name a suit with an eight. Be the first without cards.",
  version = 1,
  seats = { 2, 5 },
  information = "hidden",
  chance = true,
  deal = "host", -- all hands come from one deck, which somebody must know

  options = {
    draws = { default = 5, min = 1, max = 52, help = "most cards to draw in one turn" },
    reshuffle = { default = false, help = "whether the pile becomes the stock when that has run out" },
    specials = { default = false, help = "whether queens skip, aces turn round, twos make the next one draw" },
  },

  -- `secret` has each seat's hand, and the `deck`, which belongs to no seat. The public counts are
  -- outside it.
  setup = function(match)
    local state = {
      secret = { deck = cards.deck() }, stock = 52, held = {}, left = {}, points = {}, pile = {},
      direction = 1, drawn = 0, due = 0, passes = 0, plays = 0,
    }
    for seat = 1, match.seats do
      state.secret[seat], state.held[seat], state.left[seat], state.points[seat] = {}, 0, false, 0
    end
    state.dealer = match.random(match.seats)
    for _ = 1, match.seats == 2 and 7 or 5 do
      for seat = 1, match.seats do give(state, seat, match) end
    end
    local first = take(state, match)
    while cards.rank(first) == "8" do -- no eight begins: it goes back, and another card is turned up
      table.insert(state.secret.deck, first)
      first, state.stock = take(state, match), state.stock + 1
    end
    lay(state, state.dealer, first, match) -- as if the dealer had played it
    return state
  end,

  turn = function(state) return state.seat, state.naming and "name" or { "play", "draw", "pass" } end,

  moves = {
    play = {
      prompt = function(state)
        return state.due > 0 and ("Play a two, or draw %d cards"):format(state.due) or "Play a card"
      end,
      choices = function(state, seat) return state.secret[seat] end,
      legal = function(state, _, card) return rules.fits(state, card) end,
      play = function(state, seat, card, match)
        cards.take(state.secret[seat], card)
        state.held[seat], state.passes, state.plays = #state.secret[seat], 0, state.plays + 1
        lay(state, seat, card, match)
        if state.held[seat] == 0 or state.plays == most_plays then return finish(state) end
        if cards.rank(card) == "8" then state.seat, state.naming = seat, true end
      end,
    },
    name = {
      prompt = "Name a suit",
      choices = { "spades", "hearts", "diamonds", "clubs" },
      play = function(state, seat, suit)
        state.suit = suit:sub(1, 1)
        pass_on(state, seat, 1)
      end,
    },
    draw = {
      prompt = function(state) return state.due > 0 and ("Draw %d cards"):format(state.due) or "Draw a card" end,
      when = function(state, _, match) return state.stock > 0 and state.drawn < match.options.draws end,
      play = function(state, seat, _, match)
        local due = state.due
        state.passes, state.due, state.drawn = 0, 0, state.drawn + 1
        for _ = 1, math.max(due, 1) do
          if state.stock > 0 then give(state, seat, match) end
          refill(state, match)
        end
        if due > 0 then pass_on(state, seat, 1) end -- a seat that had to draw doesn't play
      end,
    },
    pass = {
      prompt = "Pass",
      when = function(state, _, match)
        return state.due == 0 and (state.stock == 0 or state.drawn == match.options.draws)
      end,
      play = function(state, seat)
        local playing = 0
        for _, left in ipairs(state.left) do playing = playing + (left and 0 or 1) end
        state.passes = state.stock == 0 and state.passes + 1 or 0
        pass_on(state, seat, 1)
        if state.passes == playing then finish(state) end
      end,
    },
  },

  outcome = function(state)
    if state.over then return parlor.scores(state.points) end
  end,

  -- The cards of a seat that leaves go back into the stock, and what it had to draw is forgotten.
  leave = function(state, seat)
    local hand, deck = state.secret[seat], state.secret.deck
    table.move(hand, 1, #hand, #deck + 1, deck)
    state.secret[seat], state.held[seat], state.left[seat], state.stock, state.passes = {}, 0, true, #deck, 0
    local next_one = later(state, seat, 1)
    if later(state, next_one, 1) == next_one then
      state.over = true -- nobody is left to play against
      for other in ipairs(state.points) do state.points[other] = state.left[other] and -behind_the_last or 0 end
      return
    end
    if state.seat == seat then
      pass_on(state, seat, 1)
      state.due = 0
    end
  end,

  message = look.message,
  scene = look.scene,
}
