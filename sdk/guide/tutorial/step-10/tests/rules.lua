local test = require "parlor.test"

test.case("three in a row win", function()
  local match = test.match()
  match:play(1, "a1", 2, "b1", 1, "a2", 2, "b2", 1, "a3")
  match:expect { outcome = "win 1" }
end)

test.case("a cell is taken once", function()
  local match = test.match { options = { size = 4 } }
  match:play(1, "d4")
  match:refused(2, "d4", "illegal_move")
end)
