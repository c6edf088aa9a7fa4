-- Where ships can lie. A berth is the place of one ship, by its first and last cell: "a4-c4", "a4-a2", "b2" for a boat.
-- What a seat has hidden is a table from cell to berth.
local grid = require "parlor.grid"

local fleet = {
  ships = { [10] = { 5, 4, 3, 3, 2 }, [8] = { 5, 4, 3, 3, 2 }, [3] = { 1, 1 } }, -- lengths, by the size of the sea
  names = { "boat", "destroyer", "cruiser", "battleship", "carrier" }, -- by length
}

-- Of each size of sea, made when it is first seen: `list[length]` has the berths, `cells[berth]` the cells of each, and
-- `over[cell]` those that a cell is part of.
local known = {}

-- The berth from a cell on, to the right (1) or down (0); nil past the edge.
function fleet.berth(sea, cell, length, right)
  local last = grid.step(sea, cell, right * (length - 1), (right - 1) * (length - 1))
  return last and (length == 1 and cell or cell .. "-" .. last)
end

local function add(made, sea, cell, length, right)
  local name, cells = fleet.berth(sea, cell, length, right), {}
  if not name or made.cells[name] then return end -- a boat lies to the right as it lies down
  for i = 1, length do
    cells[i] = grid.step(sea, cell, right * (i - 1), (right - 1) * (i - 1))
    table.insert(made.over[cells[i]], name)
  end
  made.cells[name] = cells
  table.insert(made.list[length], name)
end

-- The berths of a sea.
function fleet.of(size)
  if known[size] then return known[size] end
  local sea, made = grid.new(size), { list = { {}, {}, {}, {}, {} }, cells = {}, over = {} }
  for _, cell in ipairs(grid.cells(sea)) do made.over[cell] = {} end
  for _, cell in ipairs(grid.cells(sea)) do
    for length = 1, #fleet.names do
      add(made, sea, cell, length, 1)
      add(made, sea, cell, length, 0)
    end
  end
  known[size] = made
  return made
end

-- The length of the ship that is hidden next; nil when all are.
function fleet.next(own, size)
  local hidden = 0
  for _ in pairs(own) do hidden = hidden + 1 end
  for _, length in ipairs(fleet.ships[size]) do
    if hidden == 0 then return length end
    hidden = hidden - length
  end
end

-- The berths that are free for the next ship.
function fleet.free(own, size)
  local sea, found = fleet.of(size), {}
  for _, name in ipairs(sea.list[fleet.next(own, size)] or {}) do
    local is_free = true
    for _, cell in ipairs(sea.cells[name]) do is_free = is_free and not own[cell] end
    if is_free then found[#found + 1] = name end
  end
  return found
end

function fleet.hide(own, name, size)
  for _, cell in ipairs(fleet.of(size).cells[name]) do own[cell] = name end
end

-- Hides the ships that are left. Every number gives another fleet, each as likely as the other.
function fleet.scatter(own, number, size)
  while fleet.next(own, size) do
    local names = fleet.free(own, size)
    number = number * 6364136223846793005 + 1442695040888963407 -- a congruential generator: its upper bits are good
    fleet.hide(own, names[(number >> 33) % #names + 1], size)
  end
end

-- Would a hit on this shot be the last one that a ship on these cells takes?
local function sinks(board, cells, shot)
  for _, cell in ipairs(cells) do
    if cell ~= shot and board[cell] ~= "hit" then return false end
  end
  return true
end

-- What a shot at a board comes to, as its owner knows it.
function fleet.truth(own, board, shot, size)
  local berth = own[shot]
  if not berth then return "miss" end
  return sinks(board, fleet.of(size).cells[berth], shot) and "sunk " .. berth or "hit"
end

-- What it could come to, as everybody can tell. `afloat` has the lengths of the ships that are left.
function fleet.answers(afloat, board, shot, size)
  local is_afloat, berths, list = {}, fleet.of(size), { "miss", "hit" }
  for _, length in ipairs(afloat) do is_afloat[length] = true end
  for _, berth in ipairs(berths.over[shot]) do
    local cells = berths.cells[berth]
    if is_afloat[#cells] and sinks(board, cells, shot) then list[#list + 1] = "sunk " .. berth end
  end
  return list
end

-- Takes a ship off the list of those afloat, and marks its cells with the berth.
function fleet.sink(afloat, board, berth, size)
  local cells = fleet.of(size).cells[berth]
  for _, cell in ipairs(cells) do board[cell] = berth end
  for place, length in ipairs(afloat) do
    if length == #cells then return table.remove(afloat, place) end
  end
end

return fleet
