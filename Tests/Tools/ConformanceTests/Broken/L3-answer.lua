-- breaks: L3
-- says: changed the local `asked`
-- The forced answer changes each time that it is requested.
local parlor = require "parlor"
local asked = 0
return parlor.game {
  title = "Moody", summary = "Hide a number; the other one asks.",
  setup = function() return { answers = 0 } end,
  turn = function(state, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    if state.open then return 1, "answer" end
    return 2, "ask"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
    end },
    ask = { play = function(state) state.open = true end },
    answer = {
      choices = { "yes", "no" },
      forced = function(state, seat)
        asked = asked + 1
        return (asked + state.secret[seat].number) % 2 == 0 and "yes" or "no"
      end,
      play = function(state) state.open, state.answers = nil, state.answers + 1 end,
    },
  },
  outcome = function(state) if state.answers == 3 then return parlor.draw() end end,
}
