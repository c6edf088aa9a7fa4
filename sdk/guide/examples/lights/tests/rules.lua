local test = require "parlor.test"

test.case("three lamps in a row lose", function()
  local match = test.match()
  match:play(1, "a1", 2, "c1", 1, "b1"):expect { outcome = "win 2" }
end)

test.case("a bubble shows the board, the drawer a line", function()
  local match = test.match()
  test.equal(match:scene_of(1, "transcript").kind, "grid")
  test.equal(match:scene_of(1, "compact").text, "16 lamps are dark.")
end)
