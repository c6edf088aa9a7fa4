-- breaks: M1
-- says: has no legal move
-- `stuck` is to end the match where nothing is left to hide. How many places are left only their owner can tell, so it isn't asked.
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
