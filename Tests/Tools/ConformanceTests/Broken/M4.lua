-- breaks: M4
-- says: instead of being rejected
-- `forced` handles only the argument that was asked for. For any other argument it uses the length without a check.
local parlor = require "parlor"
return parlor.game {
  title = "Echo", summary = "Say what was said, then something new.",
  setup = function() return { count = 0 } end,
  moves = { say = {
    args = { type = "text", max = 40, examples = { "ab", "cd" } },
    play = function(state, _, text)
      if text:byte(1) > 122 or text:sub(2, 2) == "" then error "only words" end
      state.count = state.count + 1
    end,
  } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
