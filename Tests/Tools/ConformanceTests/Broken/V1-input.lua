-- breaks: V1
-- says: has a field to type in
local parlor, scene = require "parlor", require "parlor.scene"
return parlor.game {
  title = "Typist", summary = "A field where there is no keyboard.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = {
    expanded = function() return scene.input("step") end,
    compact = function() return scene.stack { scene.input("step") } end,
  },
}
