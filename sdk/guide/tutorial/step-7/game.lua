-- A text below the board, which depends on the viewer.
local parlor, grid = require "parlor", require "parlor.grid"
local scene = require "parlor.scene"

local marks = { "X", "O" }

return parlor.game {
  title = "Tic-Tac-Toe",
  summary = "Take turns to mark a cell; three in a row win.",
  setup = function() return { board = grid.new(3) } end,
  moves = {
    mark = {
      choices = function(state) return grid.empty(state.board) end,
      play = function(state, seat, cell) state.board[cell] = seat end,
    },
  },
  outcome = function(state)
    local winner = grid.owner(state.board, 3)
    if winner then return parlor.win(winner) end
    if grid.full(state.board) then return parlor.draw() end
  end,
  scene = function(view, seat)
    local _, line = grid.owner(view.board, 3)
    return scene.stack {
      grid.scene(view.board, marks, { good = line }),
      scene.text(seat and "You are " .. marks[seat] .. "." or "X began.", "quiet"),
    }
  end,
}
