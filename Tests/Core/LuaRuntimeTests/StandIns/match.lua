-- Compares the host's native draws with the draws of the reference in Lua. Returns how many calls were compared, and how many
-- of these gave a result.

local compare = require "compare"
local text = require "reference.draws"

return function(seed, count)
  local dice = compare.dice(seed)
  local function one_of(list) return list[dice(#list)] end

  local numbers = { 0, -1, 1.0, 1.5, "6", false, {}, math.mininteger, 1, 2, 6, 52, 1 << 32, (1 << 32) + 1, (1 << 32) - 1,
    3 << 61, math.maxinteger, 1 << 40 }

  -- Returns a function that makes the same list with each call, because the compared functions may change the list.
  local function maker()
    local made, kind = {}, dice(15)
    for i = 1, dice(12) - 1 do made[i] = dice(100) end
    if kind == 1 then return function() return host.freeze(made, "list") end end
    if kind == 2 then
      return function() return setmetatable({}, { __index = made, __len = function() return #made end }) end
    end
    if kind == 3 then return function() return setmetatable({}, { __len = function() error("no length", 2) end }) end end
    if kind == 4 then return function() return 7 end end
    if kind == 5 then made[dice(12)] = nil end
    return function() return table.move(made, 1, 12, 1, {}) end
  end

  local function on_list(action)
    return function(make)
      local result = action(make())
      return result
    end
  end

  local streams = {}
  for i, chance in ipairs { true, true, false } do
    streams[i] = { text.new(chance), host.draws(host.draw, chance) }
  end

  local fine = 0
  for number = 1, count do
    local pair = streams[dice(40) == 1 and 3 or dice(2)]
    local kind, name, argument = dice(12), "random", nil
    if pair == streams[3] then kind = kind % 3 + 5 end -- a stream without chance is never opened
    if kind == 1 then
      name, argument = "open", dice(5)
    elseif kind == 2 then
      name = dice(3) == 1 and "close" or "resume"
    elseif kind < 6 then
      name, argument = "pick", maker()
    elseif kind < 9 then
      name, argument = "shuffle", maker()
    else
      argument = one_of(numbers)
    end
    local reference, standin = pair[1][name], pair[2][name]
    if name == "pick" or name == "shuffle" then reference, standin = on_list(reference), on_list(standin) end
    local what = ("%s, call %d of seed %d"):format(name, number, seed)
    if compare.calls(what, reference, standin, dice, argument) then fine = fine + 1 end
  end
  return count, fine
end
