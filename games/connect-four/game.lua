local parlor = require "parlor"
local grid, scene = require "parlor.grid", require "parlor.scene"

return parlor.game {
  title = "Connect Four",
  summary = "Drop discs into the columns; four in a row, in any direction, wins.",
  version = 1,
  seats = 2,

  setup = function()
    return { board = grid.new(7, 6), height = { 0, 0, 0, 0, 0, 0, 0 } }
  end,

  moves = {
    drop = {
      prompt = function(_, seat) return "Drop " .. (seat == 1 and "a golden disc (●)" or "a red disc (○)") end,
      choices = function(state)
        local open = {}
        for column, height in ipairs(state.height) do
          if height < state.board.rows then open[#open + 1] = column end
        end
        return open
      end,
      play = function(state, seat, column)
        local height = state.height[column] + 1
        local cell = grid.cell(column, height)
        state.height[column], state.board[cell], state.last = height, seat, cell
        if grid.run(state.board, cell) >= 4 then state.winner = seat end
      end,
    },
  },

  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,

  stuck = function() return parlor.draw() end, -- every column is full

  scene = function(view)
    local _, four = grid.owner(view.board, 4)
    local above = grid.new(view.board.columns, 1) -- the numbers above the columns, to be tapped
    local numbers = { play = grid.column, headers = false, label = "columns" }
    local discs = {
      style = "blue", piece = "disc", last = view.last, good = four, play = false, headers = false, label = "board",
    }
    return scene.stack {
      grid.scene(above, grid.column, numbers),
      grid.scene(view.board, nil, discs),
    }
  end,
}
