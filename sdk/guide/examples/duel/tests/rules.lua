local test = require "parlor.test"

test.case("nobody digs before both chests lie", function()
  local match = test.match()
  match:expect { turn = 1 }
  match:refused(1, "dig b2")
  match:play(1, "a1"):expect { turn = 2, sealed = { 1, 0 } }
  match:refused(1, "b2", "not_your_turn")
  match:play(2, "c3"):expect { turn = 1, sealed = { 1, 1 } }
  match:play(1, "b2", 2, "sand"):expect { turn = 2 }
end)

test.case("whoever finds the other's chest wins", function()
  local match = test.match()
  match:play(1, "a1", 2, "c3", 1, "c3")
  match:refused(2, "sand", "illegal_move")
  match:play(2, "chest"):expect { outcome = "win 1" }
end)
