local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Sticks",
  summary = "Take one to three sticks; whoever takes the last one scores nothing.",
  seats = { 2, 4 },

  setup = function(match)
    local state = { left = 15, taken = {} }
    for seat = 1, match.seats do state.taken[seat] = 0 end
    return state
  end,

  -- Without `turn`, the seats move in order, and a seat that has left is skipped.

  moves = {
    take = {
      choices = function(state)
        local counts = {}
        for count = 1, math.min(3, state.left) do counts[count] = count end
        return counts
      end,
      play = function(state, seat, count)
        state.left, state.taken[seat] = state.left - count, state.taken[seat] + count
        if state.left == 0 then state.taken[seat] = 0 end
      end,
    },
  },

  -- Puts back the sticks of a seat that leaves.
  leave = function(state, seat)
    state.left, state.taken[seat] = state.left + state.taken[seat], 0
  end,

  outcome = function(state)
    if state.left == 0 then return parlor.scores(state.taken) end
  end,

  scene = function(view, _, _, match)
    local entries = {}
    for seat, taken in ipairs(view.taken) do entries[seat] = { name = match.name(seat), value = taken } end
    return scene.stack {
      scene.text(("| "):rep(view.left) .. " " .. view.left),
      scene.score(entries),
      scene.row { scene.button("One", 1), scene.button("Two", 2), scene.button("Three", 3) },
    }
  end,
}
