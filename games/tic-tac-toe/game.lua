local parlor, grid = require "parlor", require "parlor.grid"

local marks = { "X", "O" } -- by seat

return parlor.game {
  title = "Tic-Tac-Toe",
  summary = "Take turns to mark a cell; three in a row wins.",
  version = 1,
  seats = 2,

  setup = function() return { board = grid.new(3, 3) } end,

  moves = {
    mark = {
      prompt = function(_, seat) return "Mark a cell with " .. marks[seat] end,
      choices = function(state) return grid.empty(state.board) end,
      play = function(state, seat, cell) state.board[cell] = seat end,
    },
  },

  outcome = function(state)
    local winner = grid.owner(state.board, 3)
    if winner then return parlor.win(winner) end
  end,

  stuck = function() return parlor.draw() end, -- the board is full

  scene = function(view)
    local _, line = grid.owner(view.board, 3)
    return grid.scene(view.board, marks, { style = "lined", piece = { "cross", "ring" }, good = line })
  end,
}
