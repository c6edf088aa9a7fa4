-- A board, and the choices of a move.
local parlor, grid = require "parlor", require "parlor.grid"

return parlor.game {
  title = "Tic-Tac-Toe",
  summary = "Take turns to mark a cell; three in a row win.",
  setup = function() return { board = grid.new(3), moves = 0 } end,
  moves = {
    mark = {
      choices = function(state) return grid.empty(state.board) end,
      play = function(state) state.moves = state.moves + 1 end,
    },
  },
  outcome = function(state)
    if state.moves == 9 then return parlor.draw() end
  end,
}
