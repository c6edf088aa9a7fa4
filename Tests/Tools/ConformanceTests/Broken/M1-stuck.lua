-- breaks: M1
-- says: has no legal move
-- `stuck` should end the match when no number is left to hide. Only the owner knows that, so `stuck` isn't called.
local parlor = require "parlor"
return parlor.game {
  title = "Stuck", summary = "Hide three numbers; then the match is over.",
  setup = function() return {} end,
  turn = function() return 1, "hide" end,
  stuck = function() return parlor.draw() end,
  moves = {
    hide = {
      secret = "match",
      choices = function(state, seat)
        local free, own = {}, state.secret[seat]
        if #own == 3 then return free end
        for number = 1, 5 do free[number] = number end
        return free
      end,
      play = function(state, seat, number) table.insert(state.secret[seat], number) end,
    },
  },
  outcome = function() return nil end,
}
