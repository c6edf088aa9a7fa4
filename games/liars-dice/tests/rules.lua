local test = require "parlor.test"

-- Plays rolls until another move is required.
local function roll(match)
  while match:moves_of(match:status().turn)[1] == "roll" do match:play(match:status().turn, "roll") end
  return match
end

-- Returns how many of all dice show a face.
local function count(hands, face, wild)
  local found = 0
  for _, hand in ipairs(hands) do
    for _, die in ipairs(hand) do found = found + ((die == face or wild and die == 1) and 1 or 0) end
  end
  return found
end

local function has(list, text)
  for _, entry in ipairs(list) do
    if entry == text then return true end
  end
  return false
end

test.case("all roll in order, and there is one way to do it", function()
  local match = test.match { seats = 3 }
  for seat = 1, 3 do
    match:expect { turn = seat }
    test.equal(match:moves_of(seat), { "roll" })
    match:play(seat, "roll")
  end
  match:expect { turn = 1, ply = 3, sealed = { 1, 1, 1 } }
  match:refused(1, "call", "illegal_move") -- nothing was bid
end)

test.case("a seat sees its own dice, and no others", function()
  local match = roll(test.match { seats = 3, seed = 5 })
  for seat = 1, 3 do
    local secret = match:view_of(seat).secret
    test.equal(#secret[seat].dice, 5)
    for other = 1, 3 do test.equal(other == seat or secret[other] == nil, true) end
  end
  test.equal(match:view_of(nil).secret, {})
end)

test.case("only higher bids are open", function()
  local match = roll(test.match())
  local first = match:moves_of(1)
  test.equal(#first, 50) -- up to ten dice of five numbers: nobody bids on wild ones
  test.equal({ first[1], first[50] }, { "1x2", "10x6" })
  local next_ones = match:play(1, "4x5"):moves_of(2)
  test.equal({ next_ones[1], next_ones[2], next_ones[#next_ones] }, { "4x6", "5x2", "call" })
  match:refused(2, "4x5", "illegal_move")
  match:refused(2, "3x6", "illegal_move")
  test.equal(match:play(2, "10x6"):moves_of(1), { "call" })
end)

test.case("ones are bid on where they aren't wild", function()
  local match = roll(test.match { options = { wild = false } })
  test.equal(#match:moves_of(1), 60)
  test.equal(has(match:play(1, "2x6"):moves_of(2), "3x1"), true)
end)

test.case("a call opens all dice, and whoever was wrong loses one and begins", function()
  for seed = 1, 30 do
    local wild = seed % 2 == 0
    local match = roll(test.match { seats = 3, seed = seed, options = { wild = wild } })
    match:play(1, "3x4", 2, "4x4", 3, "call")
    local view = match:view_of(nil)
    local ended = view.ended
    test.equal({ #ended.hands[1], #ended.hands[2], #ended.hands[3] }, { 5, 5, 5 })
    local found = count(ended.hands, 4, wild)
    test.equal(ended.found, found)
    local loser = found >= 4 and 3 or 2
    test.equal(ended.loser, loser)
    test.equal(view.dice[loser], 4)
    match:expect { turn = loser, outcome = false }
    roll(match)
    match:expect { turn = loser }
    test.equal(match:view_of(nil).ended ~= nil, true) -- it stays on the table
    match:play(loser, "1x2")
    test.equal(match:view_of(nil).ended, nil)
    test.equal(match:view_of(nil).secret, {})
  end
end)

test.case("who has no dice is out, and the next one begins", function()
  local match = roll(test.match { seats = 3, options = { dice = 1, wild = false } })
  match:play(1, "3x1", 2, "call")
  local out = match:view_of(nil).ended.loser
  match:expect { turn = out % 3 + 1 }
  roll(match)
  test.equal(match:view_of(nil).dice[out], 0)
  local last = (out + 1) % 3 + 1
  match:play(out % 3 + 1, "2x6", last, "call")
  test.equal(match:status().outcome, "win " .. (match:view_of(nil).ended.loser == last and out % 3 + 1 or last))
end)

test.case("a round has twelve bids", function()
  local match, seat = roll(test.match()), 1
  for place = 1, 12 do
    match:play(seat, ("%dx%d"):format((place - 1) // 5 + 1, (place - 1) % 5 + 2))
    seat = 3 - seat
  end
  test.equal(match:moves_of(seat), { "call" })
end)

test.case("with many seats there are fewer dice", function()
  for seats, each in pairs { [2] = 5, [3] = 5, [4] = 5, [5] = 3, [6] = 2 } do
    test.equal(test.match { seats = seats }:view_of(nil).dice[seats], each)
    test.equal(test.match { seats = seats, options = { dice = 2 } }:view_of(nil).dice[1], 2)
  end
end)

test.case("old dice aren't taken for new ones", function()
  local match = roll(test.match { seats = 3 })
  match:play(1, "2x2", 2, "3x2", 3, "call")
  local first = match:status().turn
  local before = {}
  for seat = 1, 3 do before[seat] = #match:scene_of(seat).nodes end
  match:play(first, "roll")
  for seat = 1, 3 do -- its dice replace the button of a seat that has rolled
    test.equal(#match:scene_of(seat).nodes - before[seat], seat == first % 3 + 1 and 1 or 0)
  end
  local shown = match:scene_of(first).nodes[4].nodes
  test.equal(shown[1].text, "Your new dice:")
end)

-- Returns a match for three after this number of plies, always played in the same way.
local function at(plies)
  local match = test.match { seats = 3, seed = plies, options = { dice = 1 } }
  for ply = 1, plies do
    local seat = match:status().turn
    local moves = match:moves_of(seat)
    match:play(seat, ply % 6 == 0 and has(moves, "call") and "call" or moves[1])
  end
  return match
end

test.case("any seat may leave at any time, and the others play on", function()
  for plies = 0, 11 do
    for leaving = 1, 3 do
      local match = at(plies)
      local before, had = match:status(), match:view_of(nil)
      match:leave(leaving)
      local now, view = match:status(), match:view_of(nil)
      test.equal(view.dice[leaving], 0)
      if had.dice[leaving] == 0 then -- it had no dice: nothing changes for the others
        test.equal({ now.turn, view.bid, view.first }, { before.turn, had.bid, had.first })
      elseif not now.outcome then -- all remaining seats roll again
        test.equal(view.bid, nil)
        test.equal(match:moves_of(now.turn), { "roll" })
        roll(match):expect { turn = now.turn, ply = now.ply + 2 }
      end
      while match:status().turn do
        local seat = match:status().turn
        local moves = match:moves_of(seat)
        match:play(seat, moves[#moves])
      end
      test.equal(match:status().outcome == "win " .. leaving, false)
    end
  end
end)

test.case("bids are asked for only of whoever is to bid", function()
  local match = roll(test.match())
  match:play(1, "2x2")
  test.equal(#match:scene_of(2).nodes - #match:scene_of(1).nodes, 2) -- the next bid, and the call
  test.equal(#match:scene_of(1).nodes, #match:scene_of(nil).nodes)
  roll(match:play(2, "call"))
  test.equal(match:scene_of(match:status().turn).nodes[1].text:match "bids first$", "bids first")
end)
