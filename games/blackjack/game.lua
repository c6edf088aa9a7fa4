local parlor = require "parlor"
local cards, scene = require "parlor.cards", require "parlor.scene"

local stake = 2 -- chips for each round; a natural wins three for two

-- Returns the value of a hand. An ace counts 11 if the total is at most 21 then, else 1.
local function points(hand)
  local total, ace = 0, false
  for _, card in ipairs(hand) do
    local value = math.min(cards.value(card), 10)
    total, ace = total + value, ace or value == 1
  end
  return ace and total <= 11 and total + 10 or total
end

local function natural(hand) return #hand == 2 and points(hand) == 21 end

-- Returns the gain or loss of a hand against the dealer's complete hand.
local function gain(hand, dealer)
  local mine, theirs = points(hand), points(dealer)
  if mine > 21 then return -stake end
  if natural(hand) ~= natural(dealer) then return natural(hand) and stake * 3 // 2 or -stake end
  if mine == theirs then return 0 end
  return (theirs > 21 or mine > theirs) and stake or -stake
end

-- Draws a card only when it is turned up, so that nobody can peek at it.
local function draw(state, hand, match)
  hand[#hand + 1] = table.remove(state.deck, match.random(#state.deck))
end

-- Starts a round from a full deck. `done` marks the seats without a decision left; `first` starts,
-- and plays for the house. A round that is over has `gains`.
local function deal(state, match)
  state.deck, state.dealer, state.hands, state.done, state.gains = cards.deck(), {}, {}, {}, nil
  for seat = 1, match.seats do
    local hand = {}
    if not state.left[seat] then
      draw(state, hand, match)
      draw(state, hand, match)
    end
    state.hands[seat], state.done[seat] = hand, state.left[seat] or points(hand) == 21
  end
  draw(state, state.dealer, match)
end

-- Returns the first seat from this one on, around the table, whose entry in a list is false.
local function first_false(list, from)
  for step = 0, #list - 1 do
    local seat = (from - 1 + step) % #list + 1
    if not list[seat] then return seat end
  end
end

-- Returns in words the gain of a seat in a round that is over.
local function won(chips)
  return chips > 0 and "wins " .. chips or chips < 0 and "loses " .. -chips or "wins nothing"
end

-- Returns a seat in words: "Bob (you): 24, bust, loses 2. Chips: -2"
local function line(view, seat, viewer, name)
  local hand, you = view.hands[seat], seat == viewer and " (you)" or ""
  local total = points(hand)
  local standing = #hand == 0 and "left the table" or natural(hand) and "blackjack" or total > 21 and total .. ", bust" or total
  local result = view.gains and #hand > 0 and ", " .. won(view.gains[seat]) or ""
  return ("%s%s: %s%s. Chips: %+d"):format(name, you, standing, result, view.chips[seat])
end

-- Returns the winners at the end in words.
local function verdict(view, match)
  local most, names = math.max(table.unpack(view.chips)), {}
  for seat, chips in ipairs(view.chips) do
    if chips == most then names[#names + 1] = match.name(seat) end
  end
  local how = match.seats == 1 and "ends" or #names == 1 and "wins" or "are even"
  return ("%s %s with %+d %s"):format(table.concat(names, " and "), how, most, most * most == 1 and "chip" or "chips")
end

return parlor.game {
  title = "Blackjack",
  summary = "Come closer to 21 than the dealer without going over.",
  version = 2,
  seats = { 1, 5 },
  chance = true,

  options = { rounds = { default = 1, min = 1, max = 10, help = "rounds to play" } },

  setup = function(match)
    local state = { round = 1, first = 1, chips = {}, left = {} }
    for seat = 1, match.seats do state.chips[seat], state.left[seat] = 0, false end
    deal(state, match)
    return state
  end,

  turn = function(state)
    if state.gains then return first_false(state.left, state.first + 1), "deal" end
    local seat = first_false(state.done, state.first)
    if seat then return seat, { "hit", "stand" } end
    return first_false(state.left, state.first), "reveal"
  end,

  moves = {
    hit = {
      play = function(state, seat, _, match)
        draw(state, state.hands[seat], match)
        state.done[seat] = points(state.hands[seat]) >= 21
      end,
    },
    stand = {
      play = function(state, seat) state.done[seat] = true end,
    },
    reveal = { -- the dealer's turn, played by the seat that started the round
      prompt = "Turn up the dealer's cards",
      play = function(state, seat, _, match)
        state.first = seat
        repeat draw(state, state.dealer, match) until points(state.dealer) >= 17
        state.gains = {}
        for other, hand in ipairs(state.hands) do
          local gained = #hand > 0 and gain(hand, state.dealer) or 0
          state.gains[other], state.chips[other] = gained, state.chips[other] + gained
        end
        state.over = state.round == match.options.rounds
      end,
    },
    deal = { -- by another seat than `reveal`, so that everybody sees the old round first
      prompt = function(state) return "Deal round " .. state.round + 1 end,
      play = function(state, seat, _, match)
        state.round, state.first = state.round + 1, seat
        deal(state, match)
      end,
    },
  },

  outcome = function(state)
    if state.over or not first_false(state.left, 1) then return parlor.scores(state.chips) end
  end,

  leave = function(state, seat)
    state.left[seat] = true
    if state.gains then return end -- there is no stake between two rounds
    state.done[seat], state.hands[seat] = true, {}
    state.chips[seat] = state.chips[seat] - stake
  end,

  message = function(view, event, match)
    if event.name ~= "reveal" then return nil end
    local results = {}
    for seat, hand in ipairs(view.hands) do
      if #hand > 0 then results[#results + 1] = match.name(seat) .. " " .. won(view.gains[seat]) end
    end
    return { caption = ("Dealer %d: %s"):format(points(view.dealer), table.concat(results, ", ")) }
  end,

  scene = function(view, seat, _, match)
    local dealer, total = parlor.copy(view.dealer), points(view.dealer)
    dealer[2] = dealer[2] or "??"
    local heading = ("Round %d of %d"):format(view.round, match.options.rounds)
    if view.over then heading = verdict(view, match) elseif view.gains then heading = heading .. " is over" end
    local hands = {} -- side by side: five seats below each other wouldn't fit a terminal
    for other, hand in ipairs(view.hands) do
      local name = match.name(other)
      hands[other] = scene.stack {
        scene.text(line(view, other, seat, name)),
        #hand > 0 and scene.cards(hand, nil, "the cards of " .. name),
      }
    end
    return scene.felt {
      scene.title(heading),
      scene.text("Dealer: " .. total .. (total > 21 and ", bust" or "")),
      scene.cards(dealer, nil, "the dealer's cards"),
      scene.row(hands),
      not view.over and scene.row {
        not view.gains and scene.button("Hit", "hit"),
        not view.gains and scene.button("Stand", "stand"),
        view.gains and scene.button("Deal the next round", "deal")
          or scene.button("Turn up the dealer's cards", "reveal"),
      },
    }
  end,
}
