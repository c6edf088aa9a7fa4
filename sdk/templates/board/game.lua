-- Four in a row on a square board. Change it piece by piece: `parlor guide game` explains each key.
local parlor, grid, scene = require "parlor", require "parlor.grid", require "parlor.scene"

local length = 4 -- the cells in a row that win

return parlor.game {
  title = "{{title}}",
  summary = "Take turns to mark a cell; four in a row win.",
  version = 1, -- add one whenever the rules change
  seats = 2,

  -- The options of a match, chosen at its start; read as match.options.size.
  options = {
    size = { default = 5, min = 4, max = 7, help = "columns and rows of the board" },
  },

  -- Returns the state of a new match: plain data, as small as possible.
  setup = function(match) return { board = grid.new(match.options.size) } end,

  -- Without `turn`, the seats move in order.

  moves = {
    mark = {
      -- Returns the seat's choices. A player types one of them: b2.
      choices = function(state) return grid.empty(state.board) end,

      -- Plays the move. The host has already checked the turn, and that `cell` is a choice.
      play = function(state, seat, cell)
        state.board[cell] = seat
        if grid.run(state.board, cell) >= length then state.winner = seat end
      end,
    },
  },

  -- Returns nil before the end, then parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
    if grid.full(state.board) then return parlor.draw() end
  end,

  -- Returns the scene for everybody. A cell plays the move with its name, if that is legal.
  scene = function(view)
    return scene.stack {
      grid.scene(view.board, { "X", "O" }),
      scene.text("Four in a row win.", "quiet"),
    }
  end,
}
