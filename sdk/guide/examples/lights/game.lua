local parlor, grid, scene = require "parlor", require "parlor.grid", require "parlor.scene"

local function board(view, size)
  return grid.scene(view.lamps, { "o" }, { headers = size == "large", label = "the lamps" })
end

return parlor.game {
  title = "Lights",
  summary = "In turn each lights a lamp; three in a row lose.",
  setup = function() return { lamps = grid.new(4) } end,
  moves = {
    light = {
      choices = function(state) return grid.empty(state.lamps) end,
      play = function(state, seat, cell)
        state.lamps[cell] = 1
        if grid.run(state.lamps, cell) >= 3 then state.loser = seat end
      end,
    },
  },
  outcome = function(state)
    if state.loser then return parlor.win(3 - state.loser) end
  end,

  scene = {
    expanded = function(view)
      return scene.stack { board(view, "large"), scene.text("Three in a row lose.", "quiet") }
    end,
    transcript = function(view) return board(view, "small") end, -- with this function, the game runs in its bubbles
    compact = function(view)
      return scene.text(view.loser and "Three lamps in a row!" or #grid.empty(view.lamps) .. " lamps are dark.")
    end,
  },

  on = {
    -- Returns the largest square that fits. The bubble shows only the board.
    content_size_that_fits = function(_, _, max)
      local side = math.min(max.width, max.height)
      return parlor.size(side, side)
    end,
  },
}
