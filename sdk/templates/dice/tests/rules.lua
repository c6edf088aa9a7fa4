local test = require "parlor.test"

test.case("holding keeps what was rolled", function()
  local match = test.match { options = { rounds = 1 }, seed = 2 }
  match:refused(1, "hold")
  match:play(1, "roll")
  local rolled = match:view_of(1).rolled
  test.equal(rolled > 1, true) -- with this seed
  match:play(1, "hold")
  match:expect { turn = 2 }
  test.equal(match:view_of(nil).points[1], rolled)
end)
