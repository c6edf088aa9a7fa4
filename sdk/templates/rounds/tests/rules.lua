local test = require "parlor.test"

test.case("the lowest number that nobody else chose takes the round", function()
  local match = test.match { seats = 3, options = { rounds = 1 } }
  match:play(1, "1", 2, "1")
  match:expect { turn = 3 }
  test.equal(match:view_of(3).chosen, {}) -- nobody sees a choice before all have chosen
  match:play(3, "5")
  match:expect { outcome = "scores 0 0 1" }
end)

test.case("a player who has left is not waited for", function()
  local match = test.match { seats = 3 }
  match:play(1, "2")
  match:leave(2)
  match:expect { turn = { 1, 3 } }
  match:play(1, "2", 3, "4")
  test.equal(match:view_of(nil).points, { 1, 0, 0 })
end)
