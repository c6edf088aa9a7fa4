-- All choose at once; the lowest number that nobody else chose wins the round. Change it piece by
-- piece: `parlor guide game` explains each key.
local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "{{title}}",
  summary = "All choose a number at once; the lowest that nobody else chose takes the round.",
  version = 1, -- add one whenever the rules change
  seats = { 2, 5 },

  -- The options of a match, chosen at its start; read as match.options.rounds.
  options = {
    rounds = { default = 5, min = 1, max = 9, help = "rounds to play" },
  },

  -- Returns the state of a new match: plain data, as small as possible.
  setup = function(match)
    local state = { round = 0, points = {}, chosen = {} }
    for seat = 1, match.seats do state.points[seat] = 0 end
    return state
  end,

  -- Returns all seats. In a round, each of them moves once, and a seat that has left is skipped.
  turn = function(_, match)
    local all = {}
    for seat = 1, match.seats do all[seat] = seat end
    return all
  end,

  moves = {
    choose = {
      secret = "round", -- revealed when all have chosen
      choices = { 1, 2, 3, 4, 5, 6 },
      play = function(state, seat, number) state.chosen[seat] = number end,
    },
  },

  -- Evaluates the round after all have moved.
  resolve = function(state, match)
    local count, best = {}, nil
    for seat = 1, match.seats do
      local number = state.chosen[seat]
      if number then count[number] = (count[number] or 0) + 1 end
    end
    for seat = 1, match.seats do
      local number = state.chosen[seat]
      if number and count[number] == 1 and (not best or number < state.chosen[best]) then best = seat end
    end
    if best then state.points[best] = state.points[best] + 1 end
    state.round, state.winner = state.round + 1, best
  end,

  -- When a seat leaves, its choice doesn't count any more.
  leave = function(state, seat) state.chosen[seat] = nil end,

  -- Returns nil before the end, then parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state, match)
    if state.round == match.options.rounds then return parlor.scores(state.points) end
  end,

  -- Returns the scene for everybody. A button plays the move with its text, if that is legal.
  scene = function(view, _, _, match)
    local lines, buttons = {}, {}
    for seat = 1, match.seats do
      local chosen = view.chosen[seat] and " chose " .. view.chosen[seat] or ""
      lines[seat] = scene.text(("Seat %d%s: %d points"):format(seat, chosen, view.points[seat]))
    end
    for number = 1, 6 do buttons[number] = scene.button(number, number) end
    local result = view.winner and "Seat " .. view.winner .. " takes the round." or "Nobody takes the round."
    return scene.stack {
      scene.title(view.round == 0 and "All choose at once." or result),
      scene.text(("Rounds played: %d of %d"):format(view.round, match.options.rounds), "quiet"),
      scene.stack(lines),
      scene.row(buttons),
    }
  end,
}
