local parlor, scene = require "parlor", require "parlor.scene"

local beats = { rock = "scissors", scissors = "paper", paper = "rock" }
local replays = 6 -- tied throws that are repeated; a match must end

-- Returns the seat whose hand beats the other's, or nil for equal hands and before the first throw.
local function winner(hands)
  local one, two = hands[1], hands[2]
  if one ~= two then return beats[one] == two and 1 or 2 end
end

return parlor.game {
  title = "Rock Paper Scissors",
  summary = "Both throw at once; whoever wins most of the rounds wins the match.",
  version = 1,
  seats = 2,

  options = {
    rounds = { default = 3, values = { 1, 3, 5, 7, 9 }, help = "best of how many rounds" },
  },

  setup = function() return { wins = { 0, 0 }, hands = {}, throws = 0 } end,

  turn = function() return { 1, 2 } end,

  moves = {
    throw = {
      prompt = "Throw",
      secret = "round", -- opened when both have thrown
      choices = { "rock", "paper", "scissors" },
      play = function(state, seat, hand) state.hands[seat] = hand end,
    },
  },

  resolve = function(state)
    local seat = winner(state.hands)
    state.throws = state.throws + 1
    if seat then state.wins[seat] = state.wins[seat] + 1 end
  end,

  outcome = function(state, match)
    local rounds, one, two = match.options.rounds, state.wins[1], state.wins[2]
    local decided = math.max(one, two) > rounds // 2
    if not decided and state.throws < rounds + replays then return nil end
    if one == two then return parlor.draw() end
    return parlor.win(one > two and 1 or 2)
  end,

  scene = function(view, _, _, match)
    local hands, seat = view.hands, winner(view.hands)
    local result = seat and match.name(seat) .. " wins the round" or "a draw"
    local last = hands[1] and ("%s against %s: %s."):format(hands[1], hands[2], result)
    return scene.stack {
      scene.score {
        { name = match.name(1), value = view.wins[1], tone = "one" },
        { name = match.name(2), value = view.wins[2], tone = "two" },
      },
      hands[1] and scene.row {
        scene.piece(hands[1], { tone = "one", label = match.name(1) .. ": " .. hands[1] }),
        scene.piece(hands[2], { tone = "two", label = match.name(2) .. ": " .. hands[2] }),
      },
      scene.text(last or ("Best of %d. Both throw at once."):format(match.options.rounds)),
      scene.row {
        scene.button("Rock", "rock", "rock"),
        scene.button("Paper", "paper", "paper"),
        scene.button("Scissors", "scissors", "scissors"),
      },
    }
  end,
}
