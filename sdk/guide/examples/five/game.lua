local parlor, grid = require "parlor", require "parlor.grid"

return parlor.game {
  title = "Five",
  summary = "Put stones on a board of 49 cells; five in a row win.",
  limits = { memory = 4e6, time = 0.5 },
  setup = function() return { board = grid.new(7) } end,
  moves = {
    put = {
      choices = function(state) return grid.empty(state.board) end,
      play = function(state, seat, cell)
        state.board[cell] = seat
        if grid.run(state.board, cell) >= 5 then state.winner = seat end -- looks at this cell's lines only
      end,
    },
  },
  stuck = function() return parlor.draw() end,
  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,
  scene = function(view) return grid.scene(view.board, { "X", "O" }, { style = "wood", piece = "stone" }) end,
}
