local test = require "parlor.test"

test.case("nothing shows before both have chosen, in any order", function()
  local match = test.match()
  match:play(2, 1):expect { turn = 1, ply = 0 }
  test.equal(match:view_of(1).shown, {})
  match:play(1, 2):expect { turn = { 1, 2 }, ply = 2 }
  test.equal(match:view_of(nil).points, { 1, 0 })
end)

test.case("three points win", function()
  local match = test.match()
  for _ = 1, 3 do match:play(1, 1, 2, 1) end
  match:expect { outcome = "win 2" }
end)
