-- Roll as often as you dare; a one loses all points of the turn. Change it piece by piece:
-- `parlor guide game` explains each key.
local parlor, dice, scene = require "parlor", require "parlor.dice", require "parlor.scene"

return parlor.game {
  title = "{{title}}",
  summary = "Roll as often as you dare and hold in time: a one takes all that the turn brought.",
  version = 1, -- add one whenever the rules change
  seats = { 2, 4 },
  chance = true, -- allows random draws: match.random, dice.roll

  -- The options of a match, chosen at its start; read as match.options.rounds.
  options = {
    rounds = { default = 4, min = 1, max = 8, help = "turns of each player" },
  },

  -- Returns the state of a new match: plain data, as small as possible.
  setup = function(match)
    local state = { points = {}, turns = {}, sum = 0, seat = 1 }
    for seat = 1, match.seats do state.points[seat], state.turns[seat] = 0, 0 end
    return state
  end,

  -- Returns the seat that is to move: the same one until its turn is over.
  turn = function(state) return state.seat end,

  moves = {
    -- A player types the name of a move without choices.
    roll = {
      when = function(state) return state.sum < 20 end, -- so that every turn ends
      play = function(state, seat, _, match)
        state.rolled = dice.roll(match, 1)[1]
        if state.rolled == 1 then
          state.sum, state.turns[seat] = 0, state.turns[seat] + 1
          state.seat = match.next(seat)
        else
          state.sum = state.sum + state.rolled
        end
      end,
    },
    hold = {
      when = function(state) return state.sum > 0 end,
      play = function(state, seat, _, match)
        state.points[seat], state.turns[seat] = state.points[seat] + state.sum, state.turns[seat] + 1
        state.sum, state.rolled, state.seat = 0, nil, match.next(seat)
      end,
    },
  },

  -- A seat that leaves keeps its points. The next seat starts its turn.
  leave = function(state, seat, _, match)
    state.turns[seat] = match.options.rounds
    if state.seat == seat then state.seat, state.sum, state.rolled = match.next(seat), 0, nil end
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
    return scene.stack {
      scene.title(view.rolled and "Rolled a " .. view.rolled or "Nothing rolled yet"),
      scene.text(("In this turn: %d"):format(view.sum)),
      scene.stack(lines),
      scene.row { scene.button("Roll", "roll"), scene.button("Hold", "hold") },
    }
  end,
}
