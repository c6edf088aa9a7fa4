-- A whole game to start from: take one to three of the stones in turn; the last one wins.
-- Copy this folder to games/<your-game>/ and change it piece by piece; see sdk/guide.md.
local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Stones",
  summary = "Take one to three stones in turn; whoever takes the last one wins.",
  version = 1, -- add one whenever the rules change
  seats = 2, -- or a range: { 2, 4 }

  -- What can be chosen when a match begins; read as match.options.stones.
  options = {
    stones = { default = 21, min = 5, max = 50, help = "stones to begin with" },
  },

  -- The state of a new match: plain data, as small as can be.
  setup = function(match) return { left = match.options.stones } end,

  -- Without `turn`, the seats move one after the other.

  moves = {
    take = {
      -- What the seat may do now. A player types one of these: 1, 2 or 3.
      choices = function(state)
        local counts = {}
        for count = 1, math.min(3, state.left) do counts[count] = count end
        return counts
      end,

      -- Does it. The host has already checked whose turn it is, and that `count` is a choice.
      play = function(state, seat, count)
        state.left = state.left - count
        state.last = seat
      end,
    },
  },

  -- nil while the game goes on; else parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state)
    if state.left == 0 then return parlor.win(state.last) end
  end,

  -- What everybody sees. A node plays a move by its text, and is live while that is legal.
  scene = function(view)
    local buttons = {}
    for count = 1, 3 do buttons[count] = scene.button("Take " .. count, count) end
    return scene.stack { scene.title("Stones left: " .. view.left), scene.row(buttons) }
  end,
}
