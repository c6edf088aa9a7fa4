-- breaks: V1
-- says: After seat
-- A seat that has left has no name in the list that the scene uses.
local parlor, scene = require "parlor", require "parlor.scene"
return parlor.game {
  title = "Left", summary = "Four steps of three.", seats = 3,
  setup = function() return { count = 0, seat = 1, here = { "one", "two", "three" } } end,
  turn = function(state) return state.seat end,
  moves = { step = { play = function(state, seat, _, match)
    state.count, state.seat = state.count + 1, match.next(seat)
  end } },
  leave = function(state, seat, _, match)
    state.here[seat] = nil
    if state.seat == seat then state.seat = match.next(seat) end
  end,
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view, _, _, match)
    local names = {}
    for seat = 1, match.seats do names[seat] = "seat " .. view.here[seat] end
    return scene.text(table.concat(names, ", ") .. ": " .. view.count)
  end,
}
