-- Compares a native function with the function that it replaces: results, errors with their places, the memory layout of lists.

local compare = {}

-- Returns a generator of random numbers, which depend only on the seed.
function compare.dice(seed)
  local state = seed
  return function(n)
    state = state * 6364136223846793005 + 1442695040888963407
    return (state >> 33) % n + 1
  end
end

local function same(a, b)
  return a == b and math.type(a) == math.type(b) or a ~= a and b ~= b
end

-- A single place for both calls, so that both functions raise their errors from the same line.
local function call(f, ...)
  local results = table.pack(f(...))
  return results
end

local function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for i = 1, #value do parts[i] = tostring(value[i]) end
  return "{" .. table.concat(parts, " ") .. "}"
end

-- Removes elements from two lists that should be alike. The length of a list with holes shows how the list was made.
local function check_layout(a, b, dice, what)
  for _ = 1, 6 do
    if #a ~= #b then error(("%s: a list with the length %d, not %d, once it has holes"):format(what, #b, #a), 0) end
    if #a == 0 then return end
    local place = dice(#a)
    if not pcall(rawset, a, place, nil) then return end -- frozen
    b[place] = nil
  end
end

-- Raises an error unless both functions have the same results, or the same error, for these arguments.
function compare.calls(what, reference, standin, dice, ...)
  local fine, expected = pcall(call, reference, ...)
  local also, found = pcall(call, standin, ...)
  if fine ~= also or not fine and expected ~= found then
    error(("%s: %s, not %s"):format(what, shown(found), shown(expected)), 0)
  end
  if not fine then return false end
  if expected.n ~= found.n then error(("%s: %d results, not %d"):format(what, found.n, expected.n), 0) end
  for i = 1, expected.n do
    local a, b = expected[i], found[i]
    if type(a) == "table" and a ~= b then
      if type(b) ~= "table" or #a ~= #b then error(("%s: %s, not %s"):format(what, shown(b), shown(a)), 0) end
      for place = 1, #a do
        if not same(a[place], b[place]) then error(("%s: %s, not %s"):format(what, shown(b), shown(a)), 0) end
      end
      check_layout(a, b, dice, what)
    elseif not same(a, b) then
      error(("%s: %s, not %s"):format(what, shown(b), shown(a)), 0)
    end
  end
  return true
end

return compare
