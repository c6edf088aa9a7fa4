-- The scenes, and the captions of bubbles. `view.secret` has only the viewer's own hand, and all
-- hands at the end.
local cards, scene = require "parlor.cards", require "parlor.scene"

local look = {}

local suits = { s = "spades", h = "hearts", d = "diamonds", c = "clubs" }
local plural = {
  a = "aces", ["2"] = "twos", ["3"] = "threes", ["4"] = "fours", ["5"] = "fives", ["6"] = "sixes", ["7"] = "sevens",
  ["9"] = "nines", t = "tens", j = "jacks", q = "queens", k = "kings",
}

local most_backs = { 7, 3, 3, 2 } -- per hand, by the number of other seats; its card count is above

local function counted(count) return count .. (count == 1 and " card" or " cards") end

-- Returns whose turn it is, or the result.
local function heading(view, match)
  if not view.over then
    return match.name(view.seat) .. (view.naming and " names a suit" or "'s turn")
  end
  local best, names = math.max(table.unpack(view.points)), {}
  for seat, points in ipairs(view.points) do
    if points == best then names[#names + 1] = match.name(seat) end
  end
  return table.concat(names, " and ") .. (#names == 1 and " wins" or " are even")
end

-- Returns in words which cards may follow the top one.
local function asked(view)
  if view.naming then return "An eight: any suit may be named" end
  if view.due > 0 then return ("Play a two, or draw %d"):format(view.due) end
  local rank = plural[cards.rank(view.pile[#view.pile])]
  return "Play " .. suits[view.suit] .. (rank and ", " .. rank or "") .. " or eights"
end

-- Returns a seat with the backs of its cards, or at the end with its remaining cards. A small
-- picture shows only their points.
local function seat_of(view, seat, style, match)
  local name, held, hand = match.name(seat), view.held[seat], view.over and view.secret[seat]
  local standing = view.left[seat] and "left the table" or counted(held)
  local backs = math.min(held, most_backs[match.seats - 1])
  return scene.stack {
    scene.text(("%s: %s%s"):format(name, standing, view.over and (", %d"):format(view.points[seat]) or "")),
    hand and held > 0 and style ~= "transcript" and scene.cards(hand, nil, "the cards of " .. name),
    not hand and held > 0 and scene.fan(backs, nil, name .. "'s cards"),
  }
end

-- Returns the top of the pile and the back of the stock. A player can touch both.
local function middle(view)
  local top, is_left = view.pile[#view.pile], view.stock > 0
  return scene.row {
    scene.cards(is_left and { top, "??" } or { top }, { false, "draw" }, is_left and "the pile and the stock" or "the pile"),
    scene.text(is_left and "Stock: " .. counted(view.stock) or "The stock is empty"),
  }
end

-- Returns the other seats from the viewer's left, or all seats for a spectator.
local function others(view, viewer, style, match)
  local row, from = {}, viewer or 0
  for step = 1, match.seats do
    local seat = (from + step - 1) % match.seats + 1
    if seat ~= viewer then row[#row + 1] = seat_of(view, seat, style, match) end
  end
  return scene.row(row)
end

local function buttons(view)
  if view.naming then
    return scene.row {
      scene.button("Spades", "spades"), scene.button("Hearts", "hearts"), scene.button("Diamonds", "diamonds"),
      scene.button("Clubs", "clubs"),
    }
  end
  return scene.row {
    scene.button(view.due > 0 and "Draw " .. counted(view.due) or "Draw", "draw"), scene.button("Pass", "pass"),
  }
end

function look.scene(view, seat, style, match)
  local hand, playing = seat and view.secret[seat], seat and not view.over and not view.left[seat]
  return scene.felt {
    scene.title(heading(view, match)),
    not view.over and scene.text(asked(view)),
    view.direction < 0 and scene.text("Play goes round the other way", "quiet"),
    middle(view),
    others(view, not view.over and seat or nil, style, match),
    playing and scene.text("Your cards"),
    playing and scene.cards(hand, hand, "your cards"),
    playing and seat == view.seat and buttons(view),
  }
end

function look.message(view, event, match)
  if event.kind ~= "move" then return nil end
  local name, text = match.name(event.seat), nil
  if event.name == "play" then text = ("%s plays the %s"):format(name, cards.name(event.text)) end
  if event.name == "name" then text = ("%s names %s"):format(name, event.text) end
  if event.name == "draw" then text = name .. " draws" end
  if event.name == "pass" then text = name .. " passes" end
  if text and view.over then text = text .. ". " .. heading(view, match) end
  return text and { caption = text, summary = text }
end

return look
