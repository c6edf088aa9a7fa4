local test = require "parlor.test"

local function last(match) return match:view_of(nil).last end

test.case("one says from once to ten times", function()
  local match = test.match()
  test.equal(match:moves_of(1), { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10" })
  match:refused(1, "0", "illegal_move")
  match:refused(1, "11", "illegal_move")
end)

test.case("all rolls happen in one move, and the turn passes on", function()
  for seed = 1, 40 do
    local match = test.match { seats = 3, seed = seed }
    match:play(1, "4"):expect { turn = 2, ply = 1 }
    local dice, sum = last(match).dice, 0
    for place, die in ipairs(dice) do
      sum = sum + die
      test.equal(die == 1 and place < #dice, false) -- a one ends the turn
    end
    local has_one = dice[#dice] == 1
    test.equal(has_one or #dice == 4, true)
    test.equal(last(match).points, has_one and 0 or sum)
    test.equal(match:view_of(nil).points, { has_one and 0 or sum, 0, 0 })
  end
end)

test.case("a one takes this turn's points and no others", function()
  local match = test.match { seed = 2 }
  local before
  repeat
    before = match:view_of(1).points[1]
    match:play(1, "8", 2, "1")
  until before > 0 and match:view_of(1).points[1] == before
end)

test.case("whoever comes to the target wins, and not before", function()
  local met = 0
  for seed = 1, 30 do
    local target = seed % 2 == 0 and 50 or 100
    local match, seat = test.match { seed = seed, options = { target = target } }, 1
    repeat
      local points = match:view_of(nil).points
      test.equal(points[1] < target and points[2] < target, true)
      match:play(seat, "1")
      seat = 3 - seat
    until match:status().outcome
    local winner = last(match).seat
    match:expect { outcome = "win " .. winner, turn = false }
    local points = match:view_of(nil).points[winner]
    test.equal(points >= target, true)
    met = met + (points == target and 1 or 0)
  end
  test.equal(met > 0, true) -- to come to it exactly is enough
end)

test.case("who leaves is passed over; who is left alone has won", function()
  local match = test.match { seats = 4 }
  match:play(1, "2"):leave(3):play(2, "2"):expect { turn = 4 }
  match:leave(4):expect { turn = 1, outcome = false }
  match:leave(1):expect { outcome = "win 2" }
end)

test.case("a spectator isn't asked how often", function()
  local match = test.match()
  test.equal(#match:scene_of(1).nodes - #match:scene_of(nil).nodes, 2)
end)
