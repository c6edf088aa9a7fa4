local test = require "parlor.test"

test.case("only the true answer is legal", function()
  local match = test.match()
  match:play(1, "7", 2, "10")
  match:refused(1, "higher", "illegal_move")
  match:play(1, "lower", 2, "7", 1, "found")
  match:expect { outcome = "win 2" }
end)

test.case("the seeker sees nothing of the number", function()
  local match = test.match { options = { guesses = 1 } }
  match:play(1, "7")
  test.equal(match:view_of(1).secret[1].number, 7)
  test.equal(match:view_of(2).secret[1], nil)
  match:play(2, "9", 1, "lower")
  match:expect { outcome = "win 1" }
  test.equal(match:view_of(2).secret[1].number, 7) -- after the match is over, all is public
end)
