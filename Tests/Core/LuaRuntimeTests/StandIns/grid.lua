-- Compares parlor.grid with all kinds of boards. Returns how many calls were compared, and how many of these gave a result.

local compare = require "compare"
local reference, standin = require "reference.grid", require "parlor.grid"

local functions = { "cells", "empty", "full", "count", "run", "owner" }

return function(seed, count)
  local dice = compare.dice(seed)
  local function one_of(list) return list[dice(#list)] end

  local shared = {}
  local equal = setmetatable({}, { __eq = function() return true end })
  local odd_values = { 1.0, 1.5, -1, 0, "hit", "1", true, false, 1 << 40, math.mininteger, 0 / 0, shared, equal, {} }
  local odd_sides = { 3.0, 2.5, "3", 0, 27, -1, false, {} }
  local odd_boards = { 1, "a board", true, {}, { columns = 3 }, { rows = 3 }, print }
  local odd_lengths = { 1, 0, -1, 27, 1000, 3.0, 2.5, "3", false, {}, 0 / 0 }
  local odd_cells = { "a0", "a27", "z1", "A1", "a01", "aa1", "1a", "", "a", 1, 1.5, false, shared, "columns", "b2 " }

  local function value(oddness)
    if dice(100) <= oddness then return one_of(odd_values) end
    return dice(2)
  end

  local function board()
    if dice(40) == 1 then return one_of(odd_boards) end
    local made = { columns = dice(4) == 1 and dice(26) or dice(7), rows = dice(4) == 1 and dice(26) or dice(7) }
    local oddness, filled = dice(3) == 1 and 30 or 0, dice(11) - 1
    for _, cell in ipairs(reference.cells(made)) do
      if dice(10) <= filled then made[cell] = value(oddness) end
    end
    if dice(5) == 1 then made[one_of { "z26", "a27", "turn", 7 }] = value(20) end
    if dice(20) == 1 then made[one_of { "columns", "rows" }] = one_of(odd_sides) end
    local kind = dice(20)
    if kind == 1 then return host.freeze(made, "board") end
    if kind == 2 then return setmetatable({}, { __index = made }) end
    if kind == 3 then
      return setmetatable({}, { __index = function(_, key)
        if key == "c2" then error("no looking at c2", 2) end
        return made[key]
      end })
    end
    if kind == 4 then return setmetatable(made, { __len = function() return 3 end }) end
    return made
  end

  local arguments = {
    cells = function() end, empty = function() end, full = function() end,
    count = function() return dice(20) == 1 and nil or value(30) end,
    run = function()
      if dice(10) == 1 then return one_of(odd_cells) end
      return string.char(96 + dice(7)) .. dice(7)
    end,
    owner = function() return dice(10) == 1 and one_of(odd_lengths) or dice(5) + 1 end,
  }

  local fine = 0
  for number = 1, count do
    local it, name = board(), one_of(functions)
    local what = ("grid.%s, call %d of seed %d"):format(name, number, seed)
    if compare.calls(what, reference[name], standin[name], dice, it, arguments[name]()) then fine = fine + 1 end
  end
  return count, fine
end
