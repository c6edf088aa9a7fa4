local test = require "parlor.test"

test.case("five in a row win, a taken cell is refused", function()
  local match = test.match()
  match:play(1, "a1", 2, "a2", 1, "b1", 2, "b2", 1, "c1", 2, "c2", 1, "d1", 2, "d2")
  match:refused(1, "a1", "illegal_move")
  match:play(1, "e1"):expect { outcome = "win 1" }
end)
