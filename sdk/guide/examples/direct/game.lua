local parlor, grid = require "parlor", require "parlor.grid"

return parlor.game {
  title = "Direct",
  summary = "Three in a row win; a move leaves as soon as it is touched.",
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
  scene = function(view) return grid.scene(view.board, { "X", "O" }) end,

  on = {
    did_touch = function(app, conversation, move)
      if not app.match.id or app.match.outcome then
        app.match:begin()
        return
      end
      app.match:play(move)
      conversation:send(app.match:message(), function(error)
        if error then conversation:insert(app.match:message()) end -- so the person can send it
      end)
    end,

    did_start_sending = function(app, _, message)
      app.match:read(message) -- as the default does: a move counts after it was sent
      app.store.sent = (app.store.sent or 0) + 1
    end,
  },
}
