local test = require "parlor.test"

test.case("what a seat took that leaves goes back, and it is skipped", function()
  local match = test.match { seats = 3 }
  match:play(1, 3, 2, 3):expect { turn = 3 }
  match:leave(1, "resigned")
  match:expect { turn = 3, gone = { 1 } }
  test.equal(match:view_of(nil).left, 12)
  match:play(3, 1):expect { turn = 2 }
end)

test.case("the last stick costs all", function()
  local match = test.match { seats = 2 }
  match:play(1, 3, 2, 3, 1, 3, 2, 3, 1, 3):expect { outcome = "scores 0 6" }
end)
