local test = require "parlor.test"

test.case("nothing can be held before a roll", function()
  test.match():refused(1, "hold", "illegal_move")
end)

test.case("the same seed rolls the same die", function()
  local one, other = test.match { seed = 7 }, test.match { seed = 7 }
  one:play(1, "roll")
  other:play(1, "roll")
  test.equal(one:view_of(1), other:view_of(1))
end)

test.case("a one takes the turn and what is in it", function()
  local match = test.match { seed = 2 }
  repeat match:play(1, "roll") until match:view_of(1).die == 1
  match:expect { turn = 2 }
  test.equal(match:view_of(1).pot, 0)
end)
