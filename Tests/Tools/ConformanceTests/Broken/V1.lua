-- breaks: V1
-- says: scene
local parlor, scene = require "parlor", require "parlor.scene"
return parlor.game {
  title = "Blind", summary = "The scene forgets that spectators have no seat.",
  setup = function() return { count = 0, names = { "one", "two" } } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view, seat) return scene.text("You are " .. view.names[seat]) end,
}
