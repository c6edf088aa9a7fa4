-- Four in a row on a square board. Change it piece by piece: `parlor guide game` tells what each key is for.
local parlor, grid, scene = require "parlor", require "parlor.grid", require "parlor.scene"

local length = 4 -- so many in a row win

return parlor.game {
  title = "{{title}}",
  summary = "Take turns to mark a cell; four in a row win.",
  version = 1, -- add one whenever the rules change
  seats = 2,

  -- What can be chosen when a match begins; read as match.options.size.
  options = {
    size = { default = 5, min = 4, max = 7, help = "columns and rows of the board" },
  },

  -- The state of a new match: plain data, as small as can be.
  setup = function(match) return { board = grid.new(match.options.size) } end,

  -- Without `turn`, the seats move one after the other.

  moves = {
    mark = {
      -- What the seat may do now. A player types one of these: b2.
      choices = function(state) return grid.empty(state.board) end,

      -- Does it. The host has already checked whose turn it is, and that `cell` is a choice.
      play = function(state, seat, cell)
        state.board[cell] = seat
        if grid.run(state.board, cell) >= length then state.winner = seat end
      end,
    },
  },

  -- nil while the game goes on; else parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
    if grid.full(state.board) then return parlor.draw() end
  end,

  -- What everybody sees. A cell plays the move of its name, and is live while that is legal.
  scene = function(view)
    return scene.stack {
      grid.scene(view.board, { "X", "O" }),
      scene.text("Four in a row win.", "quiet"),
    }
  end,
}
