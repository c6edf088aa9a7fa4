-- breaks: V1
-- says: result.caption: a text that is not UTF-8
local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Bytes", seats = 2, summary = "Take one of three.",
  setup = function() return { left = 3 } end,
  moves = { take = { play = function(state) state.left = state.left - 1 end } },
  outcome = function(state) if state.left == 0 then return parlor.draw() end end,
  scene = function(view) return scene.text(view.left .. " left") end,
  message = function() return { caption = "\xff" } end,
}
