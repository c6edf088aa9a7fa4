local test = require "parlor.test"

test.case("a pawn is picked and put, by the same seat", function()
  local match = test.match()
  match:play(1, "b1"):expect { turn = 1 }
  test.equal(match:moves_of(1), { "a2", "b2", "c2" })
  match:play(1, "b2"):expect { turn = 2 }
end)

test.case("a pawn takes aslant, and not straight on", function()
  local match = test.match()
  match:play(1, "b1", 1, "b2", 2, "b5", 2, "b4", 1, "b2", 1, "b3", 2, "a5", 2, "a4")
  match:play(1, "b3")
  test.equal(match:moves_of(1), { "a4", "c4" })
end)

test.case("the other side wins", function()
  local match = test.match()
  match:play(1, "a1", 1, "a2", 2, "d5", 2, "d4", 1, "a2", 1, "a3", 2, "d4", 2, "d3", 1, "a3", 1, "a4", 2, "d3", 2, "d2")
  match:play(1, "a4", 1, "b5"):expect { outcome = "win 1" }
end)
