local parlor, grid, scene = require "parlor", require "parlor.grid", require "parlor.scene"

local hider, hunter = 1, 2
local marks = { hit = "X", miss = "o" }

return parlor.game {
  title = "Hunt",
  summary = "One player hides two ships; the other finds both before the third miss.",

  setup = function() return { sea = grid.new(3), hits = 0, misses = 0 } end,

  -- Everybody knows how many moves a seat has sealed, but only its own phone knows the moves.
  turn = function(state, match)
    if match.sealed[hider] < 2 then return hider, "hide" end
    if state.target then return hider, "answer" end
    return hunter, "shoot"
  end,

  moves = {
    hide = {
      secret = "match", -- stays on the hider's phone until the end
      prompt = "Hide a ship",
      choices = function(state, seat)
        local free = {}
        for _, cell in ipairs(grid.cells(state.sea)) do
          if not state.secret[seat][cell] then free[#free + 1] = cell end
        end
        return free
      end,
      play = function(state, seat, cell) state.secret[seat][cell] = true end,
    },
    shoot = {
      prompt = "Shoot at a cell",
      choices = function(state) return grid.empty(state.sea) end,
      play = function(state, _, cell) state.target = cell end,
    },
    answer = {
      choices = { "hit", "miss" },
      forced = function(state, seat)
        return state.secret[seat][state.target] and "hit" or "miss"
      end,
      play = function(state, _, result)
        state.sea[state.target], state.target = result, nil
        if result == "hit" then state.hits = state.hits + 1 else state.misses = state.misses + 1 end
      end,
    },
  },

  outcome = function(state)
    if state.hits == 2 then return parlor.win(hunter) end
    if state.misses == 3 then return parlor.win(hider) end
  end,

  scene = function(view, seat)
    local ships = view.secret[hider] or {} -- nil for everybody else before the end
    local function mark(cell, result)
      return marks[result] or cell == view.target and "?" or ships[cell] and "S"
    end
    return scene.stack {
      grid.scene(view.sea, mark, { style = "sea", label = "the sea" }),
      scene.text(("Found: %d of 2. Misses: %d of 3."):format(view.hits, view.misses), "quiet"),
      view.target and seat == hider and scene.row { scene.button("Hit", "hit"), scene.button("Miss", "miss") },
    }
  end,
}
