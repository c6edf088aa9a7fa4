-- breaks: L3
-- says: `scene` changed the local `drawn`
-- A cached picture, which is drawn as the first viewer sees it, and shown to all viewers.
local parlor, scene = require "parlor", require "parlor.scene"
local drawn = {}
return parlor.game {
  title = "Drawn", summary = "Four steps.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view, seat)
    drawn[view.count] = drawn[view.count] or (seat and "You are seat " .. seat or "You watch")
    return scene.text(drawn[view.count])
  end,
}
