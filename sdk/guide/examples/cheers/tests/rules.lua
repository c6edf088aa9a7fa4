local test = require "parlor.test"

test.case("whoever says ten wins", function()
  local match = test.match()
  for _ = 1, 4 do match:play(1, 1, 2, 1) end
  match:play(1, 2):expect { outcome = "win 1" }
end)
