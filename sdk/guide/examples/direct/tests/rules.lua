local test = require "parlor.test"

test.case("three in a row win", function()
  local match = test.match()
  match:play(1, "a1", 2, "a2", 1, "b1", 2, "b2", 1, "c1"):expect { outcome = "win 1" }
end)
