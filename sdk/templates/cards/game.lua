-- Turn up cards and bank them before a suit appears twice. Change it piece by piece:
-- `parlor guide game` explains each key.
local parlor, cards, scene = require "parlor", require "parlor.cards", require "parlor.scene"

-- Returns the points of cards. Court cards count ten.
local function points(list)
  local sum = 0
  for _, card in ipairs(list) do sum = sum + math.min(cards.value(card), 10) end
  return sum
end

-- Returns whether a suit is on the table twice.
local function is_bust(list)
  local seen = {}
  for _, card in ipairs(list) do
    local suit = cards.suit(card)
    if seen[suit] then return true end
    seen[suit] = true
  end
  return false
end

return parlor.game {
  title = "{{title}}",
  summary = "Turn up cards, and bank them before a suit comes twice; most points win.",
  version = 1, -- add one whenever the rules change
  seats = { 2, 4 },
  chance = true, -- allows random draws: match.random, match.shuffle, match.pick

  -- The options of a match, chosen at its start; read as match.options.rounds.
  options = {
    rounds = { default = 3, min = 1, max = 6, help = "turns of each player" },
  },

  -- Returns the state of a new match. A card is drawn only when turned up, so nobody can peek.
  setup = function(match)
    local state = { deck = cards.deck(), table = {}, points = {}, turns = {}, seat = 1 }
    for seat = 1, match.seats do state.points[seat], state.turns[seat] = 0, 0 end
    return state
  end,

  -- Returns the seat that is to move: the same one until its turn is over.
  turn = function(state) return state.seat end,

  moves = {
    -- A player types the name of a move without choices.
    draw = {
      play = function(state, seat, _, match)
        if state.over then state.table, state.over = {}, nil end -- they were shown until now
        local card = table.remove(state.deck, match.random(#state.deck))
        state.table[#state.table + 1] = card
        if is_bust(state.table) then
          state.over, state.turns[seat] = "bust", state.turns[seat] + 1
          state.seat = match.next(seat)
        end
      end,
    },
    bank = {
      when = function(state) return #state.table > 0 and not state.over end,
      play = function(state, seat, _, match)
        state.points[seat] = state.points[seat] + points(state.table)
        state.over, state.turns[seat] = "banked", state.turns[seat] + 1
        state.seat = match.next(seat)
      end,
    },
  },

  -- A seat that leaves keeps its points. The next seat starts with an empty table.
  leave = function(state, seat, _, match)
    state.turns[seat] = match.options.rounds
    if state.seat == seat then state.seat, state.over = match.next(seat), "left" end
  end,

  -- Returns nil before the end, then parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state, match)
    for seat = 1, match.seats do
      if state.turns[seat] < match.options.rounds then return nil end
    end
    return parlor.scores(state.points)
  end,

  -- Returns the scene for everybody. A button plays the move with its text, if that is legal.
  scene = function(view)
    local lines = {}
    for seat, sum in ipairs(view.points) do lines[seat] = scene.text(("Seat %d: %d points"):format(seat, sum)) end
    local standing = view.over or points(view.table) .. " points on the table"
    return scene.stack {
      scene.title(standing),
      #view.table > 0 and scene.cards(view.table, nil, "the cards on the table"),
      scene.stack(lines),
      scene.row { scene.button("Turn up a card", "draw"), scene.button("Bank", "bank") },
    }
  end,
}
