-- breaks: L3
-- says: `scene` changed the local `drawn`
-- A picture that counts how often it was drawn.
local parlor = require "parlor"
local drawn = 0
return parlor.game {
  title = "Drawn", summary = "Four steps.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function()
    drawn = drawn + 1
    return require "parlor.scene".text("drawn " .. drawn % 2)
  end,
}
