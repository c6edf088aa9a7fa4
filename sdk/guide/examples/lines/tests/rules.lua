local test = require "parlor.test"

test.case("a taken cell is refused", function()
  local match = test.match { seats = 2, options = { size = 3, row = 3 }, seed = 1 } -- all of these may be left out
  match:play(1, "b2", 2, "a1") -- a seat and its move, any number of times
  match:refused(1, "a1", "illegal_move")
  match:expect { turn = 1, ply = 2, outcome = false }
  test.equal(match:view_of(1).board.b2, 1)
end)

test.case("corners can be ruled out", function()
  local match = test.match { options = { corners = false } }
  match:refused(1, "a1", "illegal_move")
  test.equal(#match:moves_of(1), 21)
end)

test.case("what doesn't fit together is refused", function()
  test.fails(function() test.match { options = { size = 3, row = 4 } } end, "choose a larger board")
end)
