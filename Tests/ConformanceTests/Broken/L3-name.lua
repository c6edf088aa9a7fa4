-- breaks: L3
-- says: fresh copy of the script
-- A name that a scene was told gets into the state by way of a local: another phone may know another one.
local parlor = require "parlor"
local scene = require "parlor.scene"
local known
return parlor.game {
  title = "Signed", summary = "Five moves, with a name that the state has no business to hold.",
  setup = function() return { count = 0 } end,
  moves = {
    step = { choices = { "one", "two" }, play = function(state)
      state.count, state.by = state.count + 1, known
    end },
  },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
  scene = function(view, _, _, match)
    known = match.name(1)
    return scene.text(known .. " " .. view.count)
  end,
}
