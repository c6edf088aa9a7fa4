-- breaks: M3
-- says: rejected
-- A list that is too long: the last choice is refused, after the state was changed.
local parlor = require "parlor"
return parlor.game {
  title = "Half", summary = "Refuses after it has begun.",
  setup = function() return { count = 0 } end,
  moves = { step = { choices = { "a", "b", "c" }, play = function(state, _, choice)
    state.count = state.count + 1
    if choice == "c" then return parlor.reject("no_c", "Not that one.") end
  end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
