-- The board in words, for people who can't see it, and a test.
local parlor, grid = require "parlor", require "parlor.grid"
local scene = require "parlor.scene"

local marks = { "X", "O" }

return parlor.game {
  title = "Tic-Tac-Toe",
  summary = "Take turns to mark a cell; three in a row win.",
  version = 1,
  options = {
    size = { default = 3, min = 3, max = 5, help = "columns and rows of the board" },
  },
  setup = function(match) return { board = grid.new(match.options.size) } end,
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
  message = function(_, event)
    if event.kind ~= "move" then return nil end
    return { caption = marks[event.seat] .. " at " .. event.text }
  end,
  scene = function(view, seat)
    local _, line = grid.owner(view.board, 3)
    return scene.stack {
      grid.scene(view.board, marks, {
        good = line,
        describe = function(cell, value) return value and marks[value] .. " on " .. cell end,
        label = "the board",
      }),
      scene.text(seat and "You are " .. marks[seat] .. "." or "X began.", "quiet"),
    }
  end,
}
