-- breaks: M1
-- says: nothing that was tried can be played
-- After one example, no other example is legal, and the game has no other move.
local parlor = require "parlor"
return parlor.game {
  title = "Chain", summary = "Each animal begins with the last letter of the one before.",
  setup = function() return { said = {} } end,
  moves = { say = {
    args = { type = "text", min = 3, max = 20, examples = { "dog", "pig" } },
    play = function(state, _, text)
      local last = state.said[#state.said]
      if last and text:sub(1, 1) ~= last:sub(-1) then
        return parlor.reject("wrong_letter", "Type an animal that begins with '" .. last:sub(-1) .. "'.")
      end
      state.said[#state.said + 1] = text
    end,
  } },
  outcome = function(state) if #state.said == 10 then return parlor.draw() end end,
}
