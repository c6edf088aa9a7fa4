local parlor, grid, scene = require "parlor", require "parlor.grid", require "parlor.scene"

return parlor.game {
  title = "Duel",
  summary = "Both hide a chest; whoever finds the other's first wins.",

  setup = function() return { sands = { grid.new(3), grid.new(3) }, seat = 1 } end,

  -- Everybody hides first: nobody digs before both chests are hidden.
  turn = function(state, match)
    for seat = 1, 2 do
      if match.sealed[seat] == 0 then return seat, "hide" end
    end
    return state.seat, state.dug and "answer" or "dig"
  end,

  moves = {
    hide = {
      secret = "match",
      prompt = "Hide your chest",
      choices = function(state, seat) return grid.cells(state.sands[seat]) end,
      play = function(state, seat, cell) state.secret[seat].chest = cell end,
    },
    dig = {
      prompt = "Dig in the other's sand",
      choices = function(state, seat) return grid.empty(state.sands[3 - seat]) end,
      play = function(state, seat, cell)
        state.dug, state.seat = cell, 3 - seat
      end,
    },
    answer = {
      choices = { "chest", "sand" },
      forced = function(state, seat) return state.secret[seat].chest == state.dug and "chest" or "sand" end,
      play = function(state, seat, found)
        state.sands[seat][state.dug], state.dug = found, nil
        if found == "chest" then state.winner = 3 - seat end
      end,
    },
  },

  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,

  scene = function(view, seat)
    local own, other = seat or 1, 3 - (seat or 1)
    local part = view.secret[own] or {}
    local function mark(cell, found) return found == "chest" and "X" or found and "o" or cell == part.chest and "C" end
    return scene.row {
      grid.scene(view.sands[other], function(_, found) return found == "chest" and "X" or found and "o" end, { label = "where you dig" }),
      grid.scene(view.sands[own], mark, { label = "your own sand" }),
    }
  end,
}
