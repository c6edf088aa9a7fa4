-- breaks: L3
-- says: changed the local `last`
-- The caption depends on the style in which the board was last drawn.
local parlor, scene = require "parlor", require "parlor.scene"
local last = "not at all"
return parlor.game {
  title = "Drawn", summary = "Four steps.",
  setup = function() return { count = 0 } end,
  moves = { step = { prompt = function() return "Drawn " .. last end,
    play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view, _, style)
    last = style
    return scene.text("Step " .. view.count)
  end,
}
