local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Cheers",
  summary = "Count to ten by ones and twos; whoever says ten wins, and may cheer.",
  setup = function() return { count = 0 } end,
  moves = {
    add = {
      choices = function(state) return state.count == 9 and { 1 } or { 1, 2 } end,
      play = function(state, seat, number)
        state.count = state.count + number
        if state.count == 10 then state.winner = seat end
      end,
    },
  },
  outcome = function(state)
    if state.winner then return parlor.win(state.winner) end
  end,
  scene = function(view)
    return scene.stack { scene.title(view.count), scene.row { scene.button("One", 1), scene.button("Two", 2) } }
  end,

  on = {
    -- After the winning move, puts a cheer into the draft field, once for each match.
    did_read = function(app, conversation)
      local match = app.match
      if app.presentation_style == "transcript" or not match.outcome or match.view.winner ~= match.seat then return end
      if app.store.cheered == match.id then return end
      app.store.cheered = match.id
      conversation:insert(parlor.sticker("cheer.png", "Two hands that clap"))
    end,
  },
}
