-- The scenes. A cell of a sea has "shot" (without an answer yet), "miss", "hit", or the berth of a
-- sunken ship.
local grid, scene = require "parlor.grid", require "parlor.scene"
local fleet = require "fleet"

local marks = { shot = "?", miss = "o", hit = "X" }
local pieces = { miss = "splash", hit = "hit" }

-- Returns the name of a sea. A free seat has only its number as a name.
local function name_of(owner, viewer, match)
  if owner == viewer then return "Your sea" end
  local name = match.name(owner)
  return viewer and name == "Seat " .. owner and "The other sea" or "The sea of " .. name
end

-- Returns a seat's sea for a viewer: with the sunken ships, and with those in the view.
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

-- Returns a seat's own sea for hiding ships. A cell plays the berth that starts there, to the right
-- (1) or down (0).
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

-- Returns the scene for hiding ships: a board for each direction of the next ship, or the hidden
-- fleet.
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

-- The opponent's sea comes first, as the target. A spectator sees both seas in the order of seats,
-- without ships.
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
