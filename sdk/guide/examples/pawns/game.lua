local parlor, grid = require "parlor", require "parlor.grid"

local ahead, goal = { 1, -1 }, { 5, 1 } -- for each seat: the step of its pawns, and the row they must reach

-- Returns the cells to which a pawn may move: the cell ahead, if it is empty, and the cells diagonally ahead without a
-- pawn of the same seat.
local function targets(board, seat, from)
  local list = {}
  for right = -1, 1 do
    local cell = grid.step(board, from, right, ahead[seat])
    local value = cell and board[cell]
    if cell and value ~= seat and (right ~= 0 or value == nil) then list[#list + 1] = cell end
  end
  return list
end

return parlor.game {
  title = "Pawns",
  summary = "Bring a pawn to the other side; pawns go one cell ahead or aslant, and take aslant.",

  setup = function()
    local board = grid.new(4, 5)
    for column = 1, 4 do board[grid.cell(column, 1)], board[grid.cell(column, 5)] = 1, 2 end
    return { board = board, seat = 1 }
  end,

  turn = function(state) return state.seat, state.from and "put" or "pick" end,

  moves = {
    pick = { -- only pawns that can move, so that a put is possible after every pick
      prompt = "Pick a pawn",
      choices = function(state, seat)
        local list = {}
        for _, cell in ipairs(grid.cells(state.board)) do
          if state.board[cell] == seat and #targets(state.board, seat, cell) > 0 then list[#list + 1] = cell end
        end
        return list
      end,
      play = function(state, _, cell) state.from = cell end,
    },
    put = {
      prompt = "Say where it goes",
      choices = function(state, seat) return targets(state.board, seat, state.from) end,
      play = function(state, seat, cell)
        state.board[cell], state.board[state.from] = seat, nil
        state.from, state.seat = nil, 3 - seat
        if grid.row(cell) == goal[seat] then state.winner = seat end
      end,
    },
  },

  stuck = function(_, seat) return parlor.win(3 - seat) end,

  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,

  scene = function(view)
    return grid.scene(view.board, { "A", "V" }, {
      style = "checkered", piece = "pawn", good = { view.from }, label = "the board",
    })
  end,
}
