-- breaks: P2
-- says: while others' secrets are still sealed
-- At the end the scene uses the number that the other seat hid. That number may never be revealed.
local parlor = require "parlor"
local scene = require "parlor.scene"
return parlor.game {
  title = "Curtain call", summary = "Hide a number; the other one guesses.",
  setup = function() return { guesses = 0 } end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return 2, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state) state.guesses = state.guesses + 1 end },
  },
  outcome = function(state) if state.guesses == 3 then return parlor.draw() end end,
  scene = function(view)
    if view.guesses < 3 then return scene.text("Guess!") end
    return scene.text("It was " .. view.secret[1].number)
  end,
}
