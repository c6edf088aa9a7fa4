local parlor = require "parlor"
local grid, scene = require "parlor.grid", require "parlor.scene"

local hider, hunter = 1, 2
local marks, tones = { hit = "X", miss = "o" }, { hit = "bad", miss = "quiet" }
local pieces = { X = "hit", o = "splash", S = "ship" }

local function left(view, match)
  local options = match.options
  return ("Ships to find: %d. Misses left: %d."):format(
    options.ships - view.hits, options.misses - view.misses)
end

return parlor.game {
  title = "Hideout",
  summary = "One player hides ships; the other finds them all before the misses run out.",
  version = 1,
  seats = 2,

  options = {
    size = { default = 3, min = 3, max = 10, help = "columns and rows of the sea" },
    ships = { default = 2, min = 1, max = 10, help = "ships to hide, of one cell each" },
    misses = { default = 3, min = 1, max = 99, help = "misses that lose the hunt" },
  },

  setup = function(match)
    local options = match.options
    local cells, needed = options.size * options.size, options.ships + options.misses
    if needed > cells then
      return parlor.reject("too_few_cells", ("Ships and misses need %d cells, and the sea has %d: ")
        :format(needed, cells) .. "choose fewer ships, fewer misses or a larger sea.")
    end
    return { sea = grid.new(options.size), hits = 0, misses = 0 }
  end,

  turn = function(state, match)
    if match.sealed[hider] < match.options.ships then return hider, "hide" end
    if state.target then return hider, "answer" end
    return hunter, "shoot"
  end,

  moves = {
    hide = {
      prompt = function(_, seat, match)
        return ("Hide a ship (%d left)"):format(match.options.ships - match.sealed[seat])
      end,
      secret = "match", -- stays on the hider's device until the end
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
      prompt = function(state) return "Say what " .. state.target .. " is" end,
      choices = { "hit", "miss" },
      forced = function(state, seat)
        return state.secret[seat][state.target] and "hit" or "miss"
      end,
      play = function(state, _, result)
        local count = result == "hit" and "hits" or "misses"
        state.sea[state.target], state.target = result, nil
        state[count] = state[count] + 1
      end,
    },
  },

  outcome = function(state, match)
    if state.hits == match.options.ships then return parlor.win(hunter) end
    if state.misses == match.options.misses then return parlor.win(hider) end
  end,

  scene = function(view, seat, _, match)
    local ships = view.secret[hider] or {} -- only the hider's own view holds them before the end
    local function mark(cell, result)
      return marks[result] or cell == view.target and "?" or ships[cell] and "S"
    end
    local look = {
      style = "sea",
      piece = function(cell, result) return pieces[mark(cell, result)] end,
      tone = function(_, result) return tones[result] end,
    }
    local answers = scene.row { scene.button("Hit", "hit"), scene.button("Miss", "miss") }
    return scene.stack {
      grid.scene(view.sea, mark, look),
      scene.text(left(view, match), "quiet"),
      view.target and seat == hider and answers,
    }
  end,
}
