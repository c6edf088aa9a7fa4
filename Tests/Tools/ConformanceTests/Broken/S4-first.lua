-- breaks: S4
-- says: state.seen
-- `outcome` changes the state in its first call, after `setup`. Later calls change nothing.
local parlor = require "parlor"
return parlor.game {
  title = "Seen", summary = "Three steps.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state)
    state.seen = true
    if state.count == 3 then return parlor.draw() end
  end,
}
