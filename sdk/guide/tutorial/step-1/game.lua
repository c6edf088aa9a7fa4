-- The least that a game has: a state, a move, and an end.
local parlor = require "parlor"

return parlor.game {
  title = "Tic-Tac-Toe",
  summary = "Take turns to mark a cell; three in a row win.",
  setup = function() return { moves = 0 } end,
  moves = {
    mark = { play = function(state) state.moves = state.moves + 1 end },
  },
  outcome = function(state)
    if state.moves == 9 then return parlor.draw() end
  end,
}
