-- Where ships can lie. A berth is the place of one ship, by its first and last cell as one reads: "a4-c4", "a4-a2", for a
-- boat "b2". What a seat has hidden is a table from cell to berth.
local grid = require "parlor.grid"
local column, row, cell_at = grid.column, grid.row, grid.cell

local fleet = {
  ships = { [10] = { 5, 4, 3, 3, 2 }, [8] = { 5, 4, 3, 3, 2 }, [3] = { 1, 1 } }, -- lengths, by the size of the sea
  names = { "boat", "destroyer", "cruiser", "battleship", "carrier" }, -- by length
}

-- The berth between two cells of a line.
function fleet.berth(first, last) return first == last and first or first .. "-" .. last end

-- The cells of a berth.
function fleet.cells(berth)
  local first, last = berth:match "^(%w+)-(%w+)$"
  if not first then return { berth } end
  local cells, right = {}, column(first) < column(last) and 1 or 0
  for i = 0, column(last) - column(first) + row(first) - row(last) do
    cells[i + 1] = cell_at(column(first) + i * right, row(first) - i * (1 - right))
  end
  return cells
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

-- The berths that are free for the next ship: those across, then those upright.
function fleet.free(own, size)
  local length, found = fleet.next(own, size), {}
  for way = 1, not length and 0 or length == 1 and 1 or 2 do
    for line = size, 1, -1 do
      local run = 0 -- so many free cells lie in a row up to this one
      for place = 1, size do
        local last = way == 1 and cell_at(place, line) or cell_at(line, size + 1 - place)
        run = own[last] and 0 or run + 1
        if run >= length then
          local back = place - length + 1
          local first = way == 1 and cell_at(back, line) or cell_at(line, size + 1 - back)
          found[#found + 1] = fleet.berth(first, last)
        end
      end
    end
  end
  return found
end

function fleet.hide(own, berth)
  for _, cell in ipairs(fleet.cells(berth)) do own[cell] = berth end
end

-- Hides the ships that are left. Every number gives another fleet, each as likely as the other.
function fleet.scatter(own, number, size)
  while fleet.next(own, size) do
    local berths = fleet.free(own, size)
    number = number * 6364136223846793005 + 1442695040888963407 -- a congruential generator: its upper bits are good
    fleet.hide(own, berths[(number >> 33) % #berths + 1])
  end
end

-- Would a hit on this shot be the last one that a ship takes?
local function sinks(board, cells, shot)
  for _, cell in ipairs(cells) do
    if cell ~= shot and board[cell] ~= "hit" then return false end
  end
  return true
end

-- What a shot at a board comes to, as its owner knows it.
function fleet.truth(own, board, shot)
  local berth = own[shot]
  if not berth then return "miss" end
  return sinks(board, fleet.cells(berth), shot) and "sunk " .. berth or "hit"
end

-- How many cells from a shot on were hit, one after the other.
local function hits(board, shot, right, up)
  local count, cell = -1, shot
  repeat
    count = count + 1
    cell = grid.step(board, cell, right, up)
  until not cell or board[cell] ~= "hit"
  return count
end

-- What it could come to, as everybody can tell. `afloat` has the lengths of the ships that are left.
function fleet.answers(afloat, board, shot)
  local list, known = { "miss", "hit" }, {}
  for right = 1, 0, -1 do
    local up = right - 1
    local back, ahead = hits(board, shot, -right, -up), hits(board, shot, right, up)
    for _, length in ipairs(afloat) do
      for before = math.max(0, length - 1 - ahead), math.min(back, length - 1) do
        local after = length - 1 - before
        local first = grid.step(board, shot, -right * before, -up * before)
        local answer = "sunk " .. fleet.berth(first, grid.step(board, shot, right * after, up * after))
        if not known[answer] then list[#list + 1], known[answer] = answer, true end
      end
    end
  end
  return list
end

-- Takes a ship off the list of those afloat, and marks its cells with the berth.
function fleet.sink(afloat, board, berth)
  local cells = fleet.cells(berth)
  for _, cell in ipairs(cells) do board[cell] = berth end
  local place = 1
  while afloat[place] ~= #cells do place = place + 1 end
  table.remove(afloat, place)
end

return fleet
