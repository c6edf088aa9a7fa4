-- A game that can fail in every way in which a script can fail. A move selects the way.
local parlor, scene = require "parlor", require "parlor.scene"

local ways = {
  loop = function() while true do end end,
  eat = function()
    local all = {}
    for i = 1, math.huge do all[i] = ("x"):rep(500000) .. i end
  end,
  deep = function()
    local function down(n) return 1 + down(n + 1) end
    return down(1)
  end,
  throw = function() error("SECRETSTACK: that is how it is") end,
}

return parlor.game {
  title = "Hostile", summary = "It fails when it is told to.", version = 1, seats = 2,

  setup = function() return { count = 0, scene = "" } end,

  moves = {
    play = {
      choices = { "loop", "eat", "deep", "throw", "well" },
      play = function(state, _, way)
        if ways[way] then ways[way]() end
        state.count = state.count + 1
      end,
    },
    draw = {
      choices = { "loop", "eat", "deep", "throw" },
      play = function(state, _, way) state.count, state.scene = state.count + 1, way end,
    },
  },

  outcome = function(state) if state.count == 100 then return parlor.draw() end end,

  scene = function(view)
    if ways[view.scene] then ways[view.scene]() end
    return scene.text("Moves: " .. view.count)
  end,
}
