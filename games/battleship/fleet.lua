-- The places of ships. A berth is the place of one ship, as its first and last cell in reading
-- order: "a4-c4", "a4-a2", for a boat "b2". A seat's hidden fleet is a table from cells to berths.
local grid = require "parlor.grid"
local column, row, cell_at = grid.column, grid.row, grid.cell

local fleet = {
  ships = { [10] = { 5, 4, 3, 3, 2 }, [8] = { 5, 4, 3, 3, 2 }, [3] = { 1, 1 } }, -- lengths, by the size of the sea
  names = { "boat", "destroyer", "cruiser", "battleship", "carrier" }, -- by length
}

-- Returns the berth between two cells of a line.
function fleet.berth(first, last) return first == last and first or first .. "-" .. last end

-- Returns the cells of a berth.
function fleet.cells(berth)
  local first, last = berth:match "^(%w+)-(%w+)$"
  if not first then return { berth } end
  local cells, right = {}, column(first) < column(last) and 1 or 0
  for i = 0, column(last) - column(first) + row(first) - row(last) do
    cells[i + 1] = cell_at(column(first) + i * right, row(first) - i * (1 - right))
  end
  return cells
end

-- Returns the length of the next ship to hide, or nil if all are hidden.
function fleet.next(own, size)
  local hidden = 0
  for _ in pairs(own) do hidden = hidden + 1 end
  for _, length in ipairs(fleet.ships[size]) do
    if hidden == 0 then return length end
    hidden = hidden - length
  end
end

-- Returns the free berths for the next ship: first the horizontal ones, then the vertical ones.
function fleet.free(own, size)
  local length, found = fleet.next(own, size), {}
  for way = 1, not length and 0 or length == 1 and 1 or 2 do
    for line = size, 1, -1 do
      local run = 0 -- the number of adjacent free cells up to this one
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

-- Hides the remaining ships. Each number gives another fleet, all equally likely.
function fleet.scatter(own, number, size)
  while fleet.next(own, size) do
    local berths = fleet.free(own, size)
    number = number * 6364136223846793005 + 1442695040888963407 -- an LCG: its upper bits are good
    fleet.hide(own, berths[(number >> 33) % #berths + 1])
  end
end

-- Returns whether a hit by this shot sinks the ship.
local function sinks(board, cells, shot)
  for _, cell in ipairs(cells) do
    if cell ~= shot and board[cell] ~= "hit" then return false end
  end
  return true
end

-- Returns the result of a shot, which only the owner of the board knows.
function fleet.truth(own, board, shot)
  local berth = own[shot]
  if not berth then return "miss" end
  return sinks(board, fleet.cells(berth), shot) and "sunk " .. berth or "hit"
end

-- Returns the number of adjacent hits from a shot in one direction.
local function hits(board, shot, right, up)
  local count, cell = -1, shot
  repeat
    count = count + 1
    cell = grid.step(board, cell, right, up)
  until not cell or board[cell] ~= "hit"
  return count
end

-- Returns the results of a shot that are possible by public facts. `afloat` has the lengths of the
-- ships that are left.
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

-- Removes a ship from the list of those afloat, and marks its cells with the berth.
function fleet.sink(afloat, board, berth)
  local cells = fleet.cells(berth)
  for _, cell in ipairs(cells) do board[cell] = berth end
  local place = 1
  while afloat[place] ~= #cells do place = place + 1 end
  table.remove(afloat, place)
end

return fleet
