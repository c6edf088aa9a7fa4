local parlor = require "parlor"
local cards, scene = require "parlor.cards", require "parlor.scene"

local stake = 2 -- chips for each round; a natural wins three for two

-- The worth of a hand: an ace counts 11 where that doesn't go over 21, else 1.
local function points(hand)
  local total, ace = 0, false
  for _, card in ipairs(hand) do
    local value = math.min(cards.value(card), 10)
    total, ace = total + value, ace or value == 1
  end
  return ace and total <= 11 and total + 10 or total
end

local function natural(hand) return #hand == 2 and points(hand) == 21 end

-- What a hand wins or loses against the dealer's, once that is complete.
local function gain(hand, dealer)
  local mine, theirs = points(hand), points(dealer)
  if mine > 21 then return -stake end
  if natural(hand) ~= natural(dealer) then return natural(hand) and stake * 3 // 2 or -stake end
  if mine == theirs then return 0 end
  return (theirs > 21 or mine > theirs) and stake or -stake
end

-- No card is drawn before it is turned up, so there is none that anybody could peek at.
local function draw(state, hand, match)
  hand[#hand + 1] = table.remove(state.deck, match.random(#state.deck))
end

-- A new round from a full deck. `done` says which seats have nothing left to decide.
local function deal(state, match)
  state.deck, state.dealer, state.hands, state.done = cards.deck(), {}, {}, {}
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

-- The first seat whose entry in a list is false.
local function first_false(list)
  for seat, value in ipairs(list) do
    if not value then return seat end
  end
end

-- A seat in words: "Seat 2 (you): 24, bust. Chips: -2"
local function line(view, seat, viewer, name)
  local hand, you = view.hands[seat], seat == viewer and " (you)" or ""
  local total = points(hand)
  local standing = view.left[seat] and "left the table" or natural(hand) and "blackjack"
    or total > 21 and total .. ", bust" or total
  return ("%s%s: %s. Chips: %+d"):format(name, you, standing, view.chips[seat])
end

return parlor.game {
  title = "Blackjack",
  summary = "Come closer to 21 than the dealer without going over.",
  version = 1,
  seats = { 1, 5 },
  chance = true,

  options = { rounds = { default = 1, min = 1, max = 10, help = "rounds to play" } },

  setup = function(match)
    local state = { round = 1, chips = {}, left = {} }
    for seat = 1, match.seats do state.chips[seat], state.left[seat] = 0, false end
    deal(state, match)
    return state
  end,

  turn = function(state)
    local seat = first_false(state.done)
    if seat then return seat, { "hit", "stand" } end
    return first_false(state.left), "reveal"
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
    reveal = { -- the dealer's turn, which whoever sits first plays for the house
      prompt = "Turn up the dealer's cards",
      play = function(state, _, _, match)
        repeat draw(state, state.dealer, match) until points(state.dealer) >= 17
        state.gains, state.last = {}, points(state.dealer)
        for seat, hand in ipairs(state.hands) do
          local won = state.left[seat] and 0 or gain(hand, state.dealer)
          state.gains[seat], state.chips[seat] = won, state.chips[seat] + won
        end
        state.over = state.round == match.options.rounds
        if not state.over then
          state.round = state.round + 1
          deal(state, match)
        end
      end,
    },
  },

  outcome = function(state)
    if state.over or not first_false(state.left) then return parlor.scores(state.chips) end
  end,

  leave = function(state, seat)
    state.left[seat], state.done[seat], state.hands[seat] = true, true, {}
    state.chips[seat] = state.chips[seat] - stake
  end,

  scene = function(view, seat, _, match)
    local dealer, gains, last = parlor.copy(view.dealer), {}, nil
    dealer[2] = dealer[2] or "??"
    if view.gains and not view.over then
      for other, won in ipairs(view.gains) do gains[other] = ("%s %+d"):format(match.name(other), won) end
      last = ("Last round: dealer %d, %s."):format(view.last, table.concat(gains, ", "))
    end
    local nodes = {
      scene.title(("Round %d of %d"):format(view.round, match.options.rounds)),
      scene.text("Dealer: " .. points(view.dealer)),
      scene.cards(dealer, nil, "the dealer's cards"),
    }
    local hands = {} -- side by side: five seats below each other wouldn't fit a terminal
    for other, hand in ipairs(view.hands) do
      local name = match.name(other)
      hands[other] = scene.stack {
        scene.text(line(view, other, seat, name)),
        #hand > 0 and scene.cards(hand, nil, "the cards of " .. name),
      }
    end
    nodes[#nodes + 1] = scene.row(hands)
    nodes[#nodes + 1] = scene.row {
      scene.button("Hit", "hit"),
      scene.button("Stand", "stand"),
      scene.button("Turn up the dealer's cards", "reveal"),
    }
    nodes[#nodes + 1] = last and scene.text(last, "quiet")
    return scene.felt(nodes)
  end,
}
