local parlor, dice, scene = require "parlor", require "parlor.dice", require "parlor.scene"

local goal = 50

return parlor.game {
  title = "Pig",
  summary = "Roll as often as you dare; a one takes all of the turn. Fifty points win.",
  chance = true,

  -- `turn` returns state.seat: a turn has several moves.
  setup = function() return { seat = 1, pot = 0, points = { 0, 0 } } end,
  turn = function(state) return state.seat end,

  moves = {
    roll = {
      prompt = "Roll or hold",
      play = function(state, seat, _, match)
        state.die = dice.roll(match, 1)[1]
        state.pot = state.die == 1 and 0 or state.pot + state.die
        if state.die == 1 then state.seat = match.next(seat) end
      end,
    },
    hold = {
      when = function(state) return state.pot > 0 end,
      play = function(state, seat, _, match)
        state.points[seat] = state.points[seat] + state.pot
        state.pot, state.die, state.seat = 0, nil, match.next(seat)
      end,
    },
  },

  outcome = function(state)
    for seat, points in ipairs(state.points) do
      if points >= goal then return parlor.win(seat) end
    end
  end,

  scene = function(view, _, _, match)
    return scene.stack {
      scene.score {
        { name = match.name(1), value = view.points[1], tone = "one" },
        { name = match.name(2), value = view.points[2], tone = "two" },
      },
      view.die and scene.piece("die " .. view.die, { label = "the die shows " .. view.die }),
      scene.text("In this turn: " .. view.pot),
      scene.row { scene.button("Roll", "roll"), scene.button("Hold", "hold") },
    }
  end,
}
