local parlor, grid = require "parlor", require "parlor.grid"

return parlor.game {
  title = "Lines",
  summary = "Take turns to mark a cell; so many in a row win.",

  options = {
    size = { default = 5, min = 3, max = 9, help = "columns and rows of the board" },
    row = { default = 4, values = { 3, 4, 5 }, help = "so many in a row win" },
    corners = { default = true, help = "whether the corners may be marked" },
    board = { default = "lined", values = { "lined", "wood" }, help = "what the board looks like" },
  },

  setup = function(match)
    local options = match.options
    if options.row > options.size then
      return parlor.reject("too_small", ("%d in a row don't fit: choose a larger board."):format(options.row))
    end
    return { board = grid.new(options.size) }
  end,

  moves = {
    mark = {
      choices = function(state, _, match)
        local free, size = {}, match.options.size
        for _, cell in ipairs(grid.empty(state.board)) do
          local column, row = grid.column(cell), grid.row(cell)
          local is_corner = (column == 1 or column == size) and (row == 1 or row == size)
          if match.options.corners or not is_corner then free[#free + 1] = cell end
        end
        return free
      end,
      play = function(state, seat, cell, match)
        state.board[cell] = seat
        if grid.run(state.board, cell) >= match.options.row then state.winner = seat end
      end,
    },
  },

  stuck = function() return parlor.draw() end, -- no cell is free

  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,

  scene = function(view, _, _, match)
    return grid.scene(view.board, { "X", "O" }, { style = match.options.board, piece = { "cross", "ring" } })
  end,
}
