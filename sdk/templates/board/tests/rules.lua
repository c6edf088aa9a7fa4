local test = require "parlor.test"

test.case("four in a row win", function()
  local match = test.match()
  match:play(1, "a1", 2, "a2", 1, "b1", 2, "b2", 1, "c1", 2, "c2")
  match:expect { turn = 1, ply = 6 }
  match:play(1, "d1")
  match:expect { outcome = "win 1" }
end)

test.case("a cell that is taken is refused", function()
  local match = test.match { options = { size = 4 } }
  match:play(1, "b2")
  match:refused(2, "b2", "illegal_move")
  test.equal(match:view_of(2).board.b2, 1)
end)
