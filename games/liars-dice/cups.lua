-- The scenes, and the captions of bubbles. A view has `ended`, the last called round, until the
-- next bid.
local grid, scene = require "parlor.grid", require "parlor.scene"
local bids = require "bids"

local buttons = 16 -- the higher bids that get a button; players type the others

local cups = {}

-- Returns a called round in words: "Ann called 4x5 by Bob: 3 show it. Bob loses a die."
local function told(view, match)
  local ended = view.ended
  local loss = #ended.hands[ended.loser] == 1 and "the last die" or "a die"
  return ("%s called %s by %s: %d %s it. %s loses %s."):format(match.name(ended.caller), ended.bid.text,
    match.name(ended.bidder), ended.found, ended.found == 1 and "shows" or "show", match.name(ended.loser), loss)
end

-- Returns dice in a row. Hidden dice have a question mark, and those that count for the bid are
-- highlighted.
local function row_of(hand, count, label, shows)
  local row = grid.new(count, 1)
  for place = 1, count do row[grid.cell(place, 1)] = hand and hand[place] or 0 end
  local function counts(die) return shows and shows(die) end
  return grid.scene(row, function(_, die) return die > 0 and die or "?" end, {
    style = "felt", play = false, last = false, headers = false, label = label,
    piece = function(_, die) return die > 0 and "die " .. die or "tile" end,
    tone = function(_, die) return counts(die) and "good" or nil end,
    describe = function(_, die) return die == 0 and "hidden" or counts(die) and die .. ", counts" or die end,
  })
end

-- Returns the dice that a seat rolled in this round, if the viewer may know them.
local function rolled(view, seat)
  local own = view.secret[seat]
  return own and own.seals == view.seals[seat] and own.dice or nil
end

-- Returns a seat with its dice. After a call, these are the dice of the called round. Otherwise they
-- are the dice that the viewer may see.
local function cup(view, seat, viewer, match)
  local name, ended = match.name(seat), view.ended
  local hand = ended and ended.hands[seat] or not ended and rolled(view, seat)
  local shows = ended and function(die) return bids.shows(ended.bid, die, match.options.wild) end
  local count = ended and #ended.hands[seat] or view.dice[seat]
  return scene.stack {
    scene.text((seat == viewer and "You" or name) .. (view.dice[seat] == 0 and ": out" or "")),
    count > 0 and row_of(hand, count, "the dice of " .. name, shows),
  }
end

-- Returns all seats, with as many side by side as fit.
local function seats_of(view, viewer, match)
  local rows, across = {}, (match.seats == 2 or match.seats == 4) and 2 or 3
  for seat = 1, match.seats do
    local row = (seat - 1) // across + 1
    rows[row] = rows[row] or {}
    rows[row][#rows[row] + 1] = cup(view, seat, viewer, match)
  end
  for row, seats in ipairs(rows) do rows[row] = scene.row(seats) end
  return scene.stack(rows)
end

-- Returns buttons for the next bids. Without a last bid they start at a quarter of all dice.
local function bids_of(view, match)
  local open, row = bids.above(view, match.options.wild), {}
  local least = view.bid and 1 or open[#open].count // 4
  for _, bid in ipairs(open) do
    if bid.count >= least and #row < buttons then row[#row + 1] = scene.button(bid.text, bid.text) end
  end
  return scene.row(row)
end

-- `mover` is the seat whose turn it is, `task` its task; both are nil at the end.
function cups.scene(view, seat, mover, task, match)
  local bid, new = view.bid, view.ended and mover and seat and rolled(view, seat)
  local heading = not mover and match.name(view.first) .. " wins"
    or bid and ("%s bids %s"):format(match.name(view.bidder), bid.text)
    or match.name(mover) .. (task == "roll" and " rolls" or " bids first")
  local is_asked = seat and seat == mover
  return scene.stack {
    scene.title(heading),
    view.ended and scene.text(told(view, match)),
    seats_of(view, seat, match),
    new and scene.row { scene.text "Your new dice:", row_of(new, #new, "your new dice") },
    is_asked and task == "roll" and scene.button("Roll", "roll"),
    is_asked and task ~= "roll" and bids_of(view, match),
    is_asked and bid and scene.button("Call", "call"),
  }
end

-- A sealed move is a roll. Its message may be the first that shows the called round.
function cups.message(view, event, match)
  if event.kind ~= "move" then return nil end
  local name, ended = match.name(event.seat), view.ended and told(view, match)
  local text = name .. " rolled" .. (ended and ". " .. ended or "")
  if event.name == "bid" then text = ("%s bids %s"):format(name, event.text) end
  if event.name == "call" then text = ended end
  return { caption = text, summary = text }
end

return cups
