local test = require "parlor.test"

test.case("what is banked counts", function()
  local match = test.match { options = { rounds = 1 }, seed = 1 }
  match:refused(1, "bank")
  match:play(1, "draw", 1, "bank")
  match:expect { turn = 2 }
  local view = match:view_of(nil)
  test.equal(#view.table, 1)
  test.equal(view.points[1] > 0, true)
end)

test.case("after the last turn the points are compared", function()
  local match = test.match { options = { rounds = 1 }, seed = 1 }
  match:play(1, "draw", 1, "bank", 2, "draw", 2, "bank")
  test.equal(match:status().turn, nil)
  test.equal(match:status().outcome:match "^scores" ~= nil, true)
end)
