-- What is drawn. A cell of a sea holds "shot", which waits for its answer, "miss", "hit", or the berth of a sunken ship.
local grid, scene = require "parlor.grid", require "parlor.scene"
local fleet = require "fleet"

local marks = { shot = "?", miss = "o", hit = "X" }
local pieces = { miss = "splash", hit = "hit" }

-- What a sea is called. A seat that nobody has taken yet has no name but its number.
local function name_of(owner, viewer, match)
  if owner == viewer then return "Your sea" end
  local name = match.name(owner)
  return viewer and name == "Seat " .. owner and "The other sea" or "The sea of " .. name
end

-- A seat's sea as whoever looks may know it: with the ships that were sunk, and with those that the view holds.
local function sea(view, owner, viewer, match)
  local own, last = view.secret[owner] or {}, view.last
  local name = name_of(owner, viewer, match)
  local function sunk(value) return not marks[value] and value end
  local look = {
    style = "sea",
    label = name:gsub("^%u", string.lower),
    last = last and last.sea == owner and last.cell,
    play = owner ~= viewer and function(cell) return cell end,
    piece = function(cell, value) return (sunk(value) or own[cell]) and "ship" or pieces[value] end,
    tone = function(_, value) return value == "miss" and "quiet" or value and value ~= "shot" and "bad" end,
    describe = function(cell, value)
      local berth = sunk(value) or own[cell]
      if berth then return (sunk(value) and "sunk " or "") .. fleet.names[#fleet.cells(berth)] .. " " .. berth end
      return value == "shot" and "a shot without answer"
    end,
  }
  local function mark(cell, value) return marks[value] or value and "#" or own[cell] and "S" end
  return scene.stack {
    scene.text(name),
    grid.scene(view.seas[owner], mark, look),
    scene.text("Afloat: " .. (view.afloat[owner][1] and table.concat(view.afloat[owner], " ") or "none"), "quiet"),
  }
end

-- A seat's own sea while ships are hidden: a cell plays the berth that begins there, to the right (1) or down (0).
local function harbour(view, seat, length, right)
  local own, board = view.secret[seat], view.seas[seat]
  local look = {
    style = "sea",
    label = length == 1 and "your sea" or right == 1 and "your sea, to lie across" or "your sea, to lie upright",
    last = false,
    play = function(cell)
      local last = grid.step(board, cell, right * (length - 1), (right - 1) * (length - 1))
      return last and fleet.berth(cell, last)
    end,
    piece = function(cell) return own[cell] and "ship" end,
    describe = function(cell) return own[cell] and "ship " .. own[cell] end,
  }
  local how = length == 1 and "Your sea: tap a cell" or right == 1 and "Your sea: tap a left end" or "Your sea: tap a top end"
  return scene.stack { scene.text(how), grid.scene(board, function(cell) return own[cell] and "S" end, look) }
end

-- A seat hides its ships: two boards, one for each way that the next one can lie, or what it has hidden.
local function hiding(view, seat, match)
  local length = fleet.next(view.secret[seat], match.options.size)
  return scene.stack {
    not length and sea(view, seat, seat, match)
      or scene.row { harbour(view, seat, length, 1), length > 1 and harbour(view, seat, length, 0) },
    scene.row {
      scene.button(length and "Scatter the rest" or "Scatter all anew", "scatter"),
      scene.button("Ready", "ready"),
    },
  }
end

-- The other one's sea comes first: it is shot at. A spectator sees both in the order of the seats, and no ship.
return function(view, seat, _, match)
  local own, shot = view.secret[seat], view.shots[1]
  if own and not view.ready[seat] then return hiding(view, seat, match) end
  local first = seat == 1 and 2 or 1
  local is_asked = own and shot and view.task == "answer" and view.seat == seat
  local answer = is_asked and fleet.truth(own, view.seas[seat], shot)
  return scene.stack {
    scene.row { sea(view, first, seat, match), sea(view, 3 - first, seat, match) },
    answer and scene.button(shot .. ": " .. answer, answer),
  }
end
