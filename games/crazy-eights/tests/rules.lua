local test = require "parlor.test"
local rules = require "rules"

local function has(list, text)
  for _, entry in ipairs(list) do
    if entry == text then return true end
  end
  return false
end

local function suit(card) return card:sub(2, 2) end
local function rank(card) return card:sub(1, 1) end

-- Plays for the seat in turn until `choose` returns nil. `choose` gets the moves, the view of the
-- seat, and the seat.
local function go_on(match, choose)
  while match:status().turn do
    local seat = match:status().turn
    local move = choose(match:moves_of(seat), match:view_of(seat), seat)
    if not move then return seat end
    match:play(seat, move)
  end
end

-- Returns a card if there is one, and an eight only if there is no other card.
local function first_card(moves)
  local best
  for _, move in ipairs(moves) do
    if #move == 2 and (not best or rank(best) == "8") then best = move end
  end
  return best or moves[1]
end

test.case("hands of seven for two, of five for more, and a card on the table that is no eight", function()
  for seats = 2, 5 do
    for seed = 1, 12 do
      local view = test.match { seats = seats, seed = seed }:view_of(1)
      local each = seats == 2 and 7 or 5
      test.equal(#view.secret[1], each)
      for seat = 1, seats do test.equal(view.held[seat], each) end
      test.equal(view.stock, 52 - seats * each - 1)
      test.equal(#view.pile, 1)
      test.equal(rank(view.pile[1]) == "8", false)
    end
  end
end)

test.case("the seat behind the dealer begins", function()
  for seed = 1, 8 do
    local match = test.match { seats = 3, seed = seed }
    match:expect { turn = match:view_of(nil).dealer % 3 + 1, ply = 0 }
  end
end)

test.case("a seat sees its own hand, and nobody sees the stock", function()
  local match = test.match { seats = 4, seed = 3 }
  for seat = 1, 4 do
    local secret = match:view_of(seat).secret
    test.equal(#secret[seat], 5)
    test.equal(secret.deck, nil)
    for other = 1, 4 do test.equal(other == seat or secret[other] == nil, true) end
  end
  test.equal(match:view_of(nil).secret, {})
end)

test.case("a card follows its suit, its rank, or is an eight", function()
  for seed = 1, 20 do
    local match = test.match { seats = 2, seed = seed }
    local seat = match:status().turn
    local view, moves = match:view_of(seat), match:moves_of(seat)
    local top = view.pile[1]
    for _, card in ipairs(view.secret[seat]) do
      local fits = suit(card) == suit(top) or rank(card) == rank(top) or rank(card) == "8"
      test.equal(has(moves, card), fits)
      if not fits then match:refused(seat, card, "illegal_move") end
    end
    test.equal(has(moves, "draw"), true)
    match:refused(seat, "pass", "illegal_move")
    match:refused(3 - seat, "draw", "not_your_turn")
  end
end)

test.case("an eight names a suit, which the next card has", function()
  local found = 0
  for seed = 1, 20 do
    local match = test.match { seats = 2, seed = seed }
    local seat = go_on(match, function(moves)
      for _, move in ipairs(moves) do
        if rank(move) == "8" then return nil end
      end
      return first_card(moves)
    end)
    if seat and match:view_of(seat).held[seat] > 1 then
      found = found + 1
      for _, move in ipairs(match:moves_of(seat)) do
        if rank(move) == "8" then
          match:play(seat, move)
          break
        end
      end
      match:expect { turn = seat }
      test.equal(match:moves_of(seat), { "spades", "hearts", "diamonds", "clubs" })
      match:play(seat, "diamonds"):expect { turn = 3 - seat }
      for _, move in ipairs(match:moves_of(3 - seat)) do
        if #move == 2 then test.equal(suit(move) == "d" or rank(move) == "8", true) end
      end
    end
  end
  test.equal(found > 5, true)
end)

test.case("so many cards in one turn, then a card or a pass", function()
  for draws = 1, 3 do
    local match = test.match { seats = 3, seed = 4, options = { draws = draws } }
    local seat = match:status().turn
    for count = 1, draws do
      match:refused(seat, "pass", "illegal_move")
      match:play(seat, "draw"):expect { turn = seat }
      test.equal(match:view_of(nil).held[seat], 5 + count)
    end
    match:refused(seat, "draw", "illegal_move")
    match:play(seat, "pass"):expect { turn = seat % 3 + 1 }
    test.equal(has(match:moves_of(seat % 3 + 1), "draw"), true)
  end
end)

test.case("when the stock is empty one passes, and when all have the match is over", function()
  local match = test.match { seats = 2, seed = 2, options = { draws = 52 } }
  local seat = go_on(match, function(moves) return has(moves, "draw") and "draw" or nil end)
  test.equal(match:view_of(nil).stock, 0)
  test.equal(has(match:moves_of(seat), "pass"), true)
  match:play(seat, "pass", 3 - seat, "pass")
  local view = match:view_of(nil)
  test.equal(view.points, { -rules.points(view.secret[1]), -rules.points(view.secret[2]) })
  test.equal(match:status().outcome, ("scores %d %d"):format(view.points[1], view.points[2]))
end)

test.case("whoever has played every card has lost no points", function()
  for seed = 1, 10 do
    local match, gone = test.match { seats = 4, seed = seed }, nil
    go_on(match, function(moves, view, seat)
      if view.held[seat] == 1 and #first_card(moves) == 2 then gone = seat end
      return first_card(moves)
    end)
    local view = match:view_of(nil)
    for seat = 1, 4 do test.equal(view.points[seat], -rules.points(view.secret[seat])) end
    if view.passes < 4 then test.equal({ view.points[gone], view.held[gone] }, { 0, 0 }) end
  end
end)

test.case("fifty for an eight, ten for a picture, one for an ace, else what stands there", function()
  test.equal(rules.points {}, 0)
  test.equal(rules.points { "8s", "kh", "qd", "jc", "ts", "ah", "2d", "9c" }, 50 + 40 + 1 + 2 + 9)
end)

-- Returns a match in which a seat has just played a card of this rank, and that seat.
local function special(wanted, seats)
  for seed = 1, 200 do
    local match = test.match { seats = seats, seed = seed, options = { specials = true } }
    local seat, view = match:status().turn, match:view_of(nil)
    if view.due == 0 and view.direction == 1 then
      for _, move in ipairs(match:moves_of(seat)) do
        if rank(move) == wanted and #move == 2 then return match:play(seat, move), seat end
      end
    end
  end
end

test.case("with specials a queen skips, an ace turns round", function()
  local match, seat = special("q", 4)
  match:expect { turn = (seat + 1) % 4 + 1 }
  match, seat = special("q", 2)
  match:expect { turn = seat }
  match, seat = special("a", 4)
  match:expect { turn = (seat + 2) % 4 + 1 }
  test.equal(match:view_of(nil).direction, -1)
end)

test.case("with specials a two makes the next one draw, or play another two", function()
  local match, seat = special("2", 3)
  local after = seat % 3 + 1
  local held = match:view_of(nil).held[after]
  match:expect { turn = after }
  for _, move in ipairs(match:moves_of(after)) do test.equal(move == "draw" or rank(move) == "2", true) end
  match:refused(after, "pass", "illegal_move")
  match:play(after, "draw"):expect { turn = after % 3 + 1 }
  test.equal(match:view_of(nil).held[after], held + 2)
  test.equal(match:view_of(nil).due, 0)
end)

test.case("with reshuffle the pile becomes the stock, but for its top", function()
  local match, before = test.match { seats = 2, seed = 5, options = { reshuffle = true } }, nil
  local seat = go_on(match, function(moves, view)
    if before and view.stock > before then return nil end
    before = view.stock
    return has(moves, "draw") and "draw" or first_card(moves)
  end)
  local view = match:view_of(nil)
  test.equal(seat ~= nil, true)
  test.equal(#view.pile, 1)
  test.equal(view.stock + view.held[1] + view.held[2], 51)
end)

test.case("who leaves puts the cards back, and ends behind all others", function()
  local match = test.match { seats = 3, seed = 7 }
  local seat = match:status().turn
  match:leave(seat):expect { turn = seat % 3 + 1, outcome = false, gone = { seat } }
  local view = match:view_of(nil)
  test.equal({ view.held[seat], view.stock }, { 0, 52 - 10 - 1 })
  match:leave(seat % 3 + 1)
  local scores = { -50, -50, -50 }
  scores[(seat + 1) % 3 + 1] = 0
  test.equal(match:status().outcome, ("scores %d %d %d"):format(table.unpack(scores)))
end)

test.case("buttons are for whoever is to move, and the end shows all hands", function()
  local match = test.match { seats = 3, seed = 1 }
  local seat = match:status().turn
  test.equal(#match:scene_of(seat).nodes - #match:scene_of(seat % 3 + 1).nodes, 1)
  test.equal(#match:scene_of(seat % 3 + 1).nodes - #match:scene_of(nil).nodes, 2) -- the own hand
  go_on(match, first_card)
  test.equal(#match:scene_of(nil).nodes, #match:scene_of(seat).nodes)
  for other = 1, 3 do test.equal(#match:view_of(nil).secret[other], match:view_of(nil).held[other]) end
end)
