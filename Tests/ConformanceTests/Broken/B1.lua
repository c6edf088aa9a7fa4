-- breaks: B1
-- says: more memory than it may
local parlor = require "parlor"
return parlor.game {
  title = "Hoarder", summary = "Keeps everything that was ever played.", limits = { memory = 2000000 },
  setup = function() return { count = 0, history = {} } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    for place = 1, 40000 do state.history[#state.history + 1] = state.count * place end
  end } },
  outcome = function(state) if state.count == 30 then return parlor.draw() end end,
}
