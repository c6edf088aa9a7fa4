-- breaks: B1
-- says: exceeded its memory limit
local parlor = require "parlor"
return parlor.game {
  title = "Hoarder", summary = "Makes a plan of everything at the third move.", limits = { memory = 2000000 },
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    local plan = {}
    if state.count == 3 then
      for place = 1, 200000 do plan[place] = place end
    end
  end } },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
}
