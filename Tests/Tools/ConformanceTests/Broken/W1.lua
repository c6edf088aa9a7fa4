-- breaks: W1
-- says: nobody can read in time
-- The typical mistake: a slow move that can be repeated any number of times. Random games end soon, so they don't show it.
local parlor = require "parlor"
return parlor.game {
  title = "Oracle", summary = "Ask as often as you like; guess to end it.",
  setup = function() return { asked = 0 } end,
  moves = {
    ask = {
      args = { type = "integer", min = 1, max = 900000, examples = { 1, 2, 3 } },
      play = function(state, _, depth)
        local sum = 0
        for i = 1, depth do sum = (sum * 31 + i) & 0xffff end
        state.asked, state.answer = state.asked + 1, sum
      end,
    },
    guess = { choices = { "one", "two", "three", "four", "five" }, play = function(state) state.over = true end },
  },
  outcome = function(state) if state.over or state.asked == 300 then return parlor.draw() end end,
}
