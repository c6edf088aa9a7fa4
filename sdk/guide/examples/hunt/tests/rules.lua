local test = require "parlor.test"

test.case("only the true answer is legal", function()
  local match = test.match()
  match:play(1, "a1", 1, "c2", 2, "b2")
  match:refused(1, "hit", "illegal_move")
  match:play(1, "miss"):expect { turn = 2, ply = 4, sealed = { 2, 0 } }
end)

test.case("the hunter's view holds no ship before the end", function()
  local match = test.match()
  match:play(1, "a1", 1, "c2")
  test.equal(match:view_of(1).secret, { { a1 = true, c2 = true } })
  test.equal(match:view_of(2).secret[1], nil)
  test.equal(match:view_of(nil).secret, {})
  match:play(2, "a1", 1, "hit", 2, "c2", 1, "hit"):expect { outcome = "win 2" }
  test.equal(match:view_of(2).secret[1], { a1 = true, c2 = true })
end)
