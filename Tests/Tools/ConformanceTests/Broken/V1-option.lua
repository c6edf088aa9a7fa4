-- breaks: V1
-- says: expected the options style, piece, play, tone, describe, good, live, last, headers and label, got "tones"
local parlor, grid = require "parlor", require "parlor.grid"
return parlor.game {
  title = "Tones", summary = "Names an option that there isn't.",
  setup = function() return { board = grid.new(2) } end,
  moves = { mark = { choices = function(state) return grid.empty(state.board) end,
    play = function(state, seat, cell) state.board[cell] = seat end } },
  outcome = function(state) if grid.full(state.board) then return parlor.draw() end end,
  scene = function(view)
    local node = grid.scene(view.board, { "X", "O" }, { tones = function() return "good" end })
    return node
  end,
}
