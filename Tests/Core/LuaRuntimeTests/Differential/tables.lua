-- Compares the sandbox's table functions with those of stock Lua 5.4, and its sort with a stable sort written here. The chunk
-- is called as chunk(own, stock, seed, count): `own.table` and `stock.table` are the two libraries, and `count` is the number
-- of random cases. It returns the number of cases, or raises an error that shows the first case that differs. Only the
-- occurrence of errors is compared, because the sandbox has its own error texts.
local own, stock, seed, count = ...
local pack, unpack, join, quote = stock.table.pack, stock.table.unpack, stock.table.concat, stock.string.format

-- xorshift64: the same cases for the same seed on every machine
local state = seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D
if state == 0 then state = 1 end
local function below(n) -- 0 .. n - 1
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 2) % n
end
local function between(low, high) return low + below(high - low + 1) end
local function chance(percent) return below(100) < percent end
local function pick(list) return list[below(#list) + 1] end

-- Tables are shown and compared by their contents. Tables are numbered as they first occur, and later shown by their number.
local function shown(value, seen)
  if type(value) == "string" then return quote("%q", value) end
  if type(value) ~= "table" then return tostring(value) end
  seen = seen or { size = 0 }
  if seen[value] then return "<" .. seen[value] .. ">" end
  seen.size = seen.size + 1
  seen[value] = seen.size
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  stock.table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do parts[i] = "[" .. shown(key, seen) .. "]=" .. shown(value[key], seen) end
  return "{" .. join(parts, ", ") .. "}"
end
local function listed(values)
  local parts, seen = {}, { size = 0 }
  for i = 1, values.n do parts[i] = shown(values[i], seen) end
  return join(parts, ", ")
end
local function copied(arguments) -- a table that occurs twice in the arguments also occurs twice in the copy
  local copy, made = { n = arguments.n }, {}
  for i = 1, arguments.n do
    local argument = arguments[i]
    if type(argument) == "table" then
      if not made[argument] then
        made[argument] = {}
        for key, value in pairs(argument) do made[argument][key] = value end
      end
      argument = made[argument]
    end
    copy[i] = argument
  end
  return copy
end

local cases, failures = 0, 0
local function fail(name, arguments, mine, theirs)
  error(name .. "(" .. listed(arguments) .. ")\n  own:   " .. mine .. "\n  stock: " .. theirs, 0)
end
-- Calls both functions. Their results, and the tables among the arguments, must be equal afterwards.
local function compare(name, ...)
  local arguments = pack(...)
  local for_own, for_stock = copied(arguments), copied(arguments)
  local a = pack(pcall(own.table[name], unpack(for_own, 1, for_own.n)))
  local b = pack(pcall(stock.table[name], unpack(for_stock, 1, for_stock.n)))
  cases = cases + 1
  if not b[1] then
    failures = failures + 1
    a, b = a[1] and a or pack(false), pack(false)
  end
  local mine = listed(pack(listed(a), listed(for_own)))
  local theirs = listed(pack(listed(b), listed(for_stock)))
  if mine ~= theirs then fail(name, arguments, mine, theirs) end
end

-- ---- tables and positions ----
local function list(low, high, make)
  local result = {}
  for i = 1, between(low, high) do result[i] = make(i) end
  return result
end
local texts = {
  "a", "", "a text of more than forty bytes is not interned", 1, -7, 2.5, 1e100, 3.0, math.mininteger, 2 ^ 53, 1 / 0,
}
local function text() return pick(texts) end
local function small() return below(9) end
local function position(length)
  if chance(80) then return between(-2, length + 3) end
  return pick { 1.0, "1", "2", 1.5, "x", math.maxinteger, math.mininteger, 1 << 32, math.maxinteger - 1 }
end
local function maybe(value) if chance(60) then return value end end
-- Ranges near both ends of the integers, or small ranges. Stock Lua ends quickly with all of them.
local edges = { math.maxinteger, math.maxinteger - 1, math.maxinteger - 2, math.mininteger, math.mininteger + 1 }

local operations = {
  insert = function()
    local t = list(0, 9, small)
    local kind = below(10)
    if kind < 3 then compare("insert", t, small())
    elseif kind < 9 then compare("insert", t, position(#t), small())
    else compare("insert", pick { t, 5, "t", t }, unpack({ 1, 2, 3 }, 1, below(4)))
    end
  end,
  remove = function()
    local t = list(0, 9, small)
    if chance(10) then t[0] = "zeroth" end
    if chance(10) then t[#t + 2] = "behind a hole" end
    if chance(30) then compare("remove", t) else compare("remove", t, position(#t)) end
  end,
  concat = function()
    local t = list(0, 8, text)
    if chance(10) then t[between(1, 8)] = pick { true, {}, false } end
    if chance(10) then t[math.maxinteger], t[math.maxinteger - 1] = "last", "last but one" end
    local separator = pick { "", ", ", 1, 2.0, "a longer separator" }
    if chance(5) then separator = pick { {}, true } end
    if chance(10) then
      compare("concat", t, separator, pick { math.maxinteger - 1, math.maxinteger }, math.maxinteger)
    else
      local last = chance(90) and between(-2, 9) or pick { "3", 2.0, 2.5, "x", math.mininteger }
      compare("concat", t, maybe(separator), maybe(between(-1, 9)), maybe(last))
    end
  end,
  unpack = function()
    local t = list(0, 9, small)
    if chance(20) then t[math.maxinteger], t[math.mininteger] = "max", "min" end
    local kind = below(10)
    if kind < 7 then compare("unpack", t, maybe(between(-3, 9)), maybe(between(-3, 12)))
    elseif kind < 8 then compare("unpack", t, pick(edges), pick(edges))
    else compare("unpack", t, maybe(pick { 1.0, "2", 1.5, "x" }), maybe(pick { 3.0, "3", 2.5, {} }))
    end
  end,
  pack = function() compare("pack", unpack(list(0, 9, small), 1, below(12))) end,
  move = function()
    local t = list(0, 9, small)
    local target = pick { "none", "same", "other", "other", "nil", "bad" }
    local from, to, at = between(-3, 9), between(-3, 12), between(-4, 12)
    if chance(10) then
      from = pick(edges)
      to = chance(50) and from or pick(edges)
      if to > from and to - from > 3 or to - from < 0 and to > from and from > 0 then to = from end
      if from <= 0 and to > 0 and to < math.maxinteger + from then to = from end
    elseif chance(3) then
      from = pick { 1.5, "x", "1", 2.0 }
    end
    if chance(10) then at = pick(edges) end
    if target == "none" then compare("move", t, from, to, at)
    elseif target == "same" then compare("move", t, from, to, at, t)
    elseif target == "other" then compare("move", t, from, to, at, list(0, 9, small))
    elseif target == "nil" then compare("move", t, from, to, at, nil)
    else compare("move", t, from, to, at, pick { 5, "t", true })
    end
  end,
}

-- ---- sort ----
-- Insertion sort, as a simple definition of a stable order.
local function stable(t, before)
  local result = {}
  for i = 1, #t do
    local place = i
    while place > 1 and before(t[i], result[place - 1]) do
      result[place] = result[place - 1]
      place = place - 1
    end
    result[place] = t[i]
  end
  return result
end
local function same_list(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if not rawequal(a[i], b[i]) or math.type(a[i]) ~= math.type(b[i]) then return false end
  end
  return true
end
local function check_sort(what, before, t, sorted)
  if not same_list(sorted, t) then fail("sort " .. what, pack(before), shown(t), shown(sorted)) end
end
local function less(a, b) return a < b end
local function by_key(a, b) return a.key < b.key end
local function by_key_down(a, b) return a.key > b.key end
local ordered = { __lt = function(a, b) return a.key < b.key end }

local function sort_plain()
  local makers = {
    function() return below(20) end,
    function() return chance(50) and below(5) or below(5) + 0.0 end, -- 1 and 1.0 are equal, so they must keep their order
    function() return pick { "a", "b", "ab", "", "B", "a\0b", "\200", "é" } end,
    function() return setmetatable({ key = below(6) }, ordered) end,
    function(i) return i end,
    function(i) return -i end,
  }
  local t = list(0, chance(5) and 300 or 24, pick(makers))
  local before = copied(pack(t))[1]
  own.table.sort(t, maybe(less))
  check_sort("of values", before, t, stable(before, less))
end
local function sort_records()
  local spread = pick { 1, 2, 5, 100 }
  local t = list(0, chance(5) and 200 or 24, function(i) return { key = below(spread), number = i } end)
  local before, compare_keys = copied(pack(t))[1], pick { by_key, by_key_down }
  own.table.sort(t, compare_keys)
  check_sort("of records", before, t, stable(before, compare_keys))
end
local function sort_wildly() -- the comparison gives any results: no error is raised, and the elements stay the same
  local t = list(0, chance(10) and 150 or 40, function(i) return i end)
  local before = copied(pack(t))[1]
  own.table.sort(t, pick {
    function() return chance(50) end, function() return true end, function() return false end,
    function(a, b) return a <= b end, function() return nil end, function() return below(3) end,
  })
  check_sort("with a wild comparison", before, stable(t, less), before)
end
local function sort_failing() -- an error leaves the table as it was
  local t = list(2, chance(10) and 150 or 30, small)
  local before, left = copied(pack(t))[1], below(#t - 1)
  local ok = pcall(own.table.sort, t, function(a, b)
    left = left - 1
    if left < 0 then error("no more") end
    return a < b
  end)
  if ok then fail("sort with a failing comparison", pack(before), "no error", "an error") end
  check_sort("with a failing comparison", before, t, before)
end
local function sort_meddled() -- the comparison changes the table: the result has the old elements, sorted
  local t = list(2, chance(10) and 150 or 30, small)
  local before = copied(pack(t))[1]
  local meddle = pick {
    function() t[1] = "x" end,
    function() for i = #t, 1, -1 do t[i] = nil end end,
    function() t[#t + 1] = {} end,
    function() own.table.sort(t) end, function() own.table.insert(t, 1, 5) end,
  }
  local left = between(1, 5)
  own.table.sort(t, function(a, b)
    left = left - 1
    if left == 0 then meddle() end
    return a < b
  end)
  local sorted = stable(before, less)
  for i = 1, #sorted do
    if t[i] ~= sorted[i] then fail("sort with meddling", pack(before), shown(t), shown(sorted)) end
  end
end
local function sort_arguments()
  local t = pick { { 1 }, {}, { 2, 1 }, { "a", 1 }, { {}, {} }, { 1, 2, "x" }, 5, "t" }
  compare("sort", t, pick { less, less, 7, "x", false })
  compare("sort", pick { { 1 }, { 3, 2, 1 }, { true, false }, { 1, 2, {} } })
end
local sorts = {
  sort_plain, sort_plain, sort_records, sort_records, sort_wildly, sort_failing, sort_meddled, sort_arguments,
}

-- ---- raw access: only the metamethods for elements and lengths are called ----
local function refuse() error("a metamethod was called", 0) end
local strict = { __call = refuse, __concat = refuse, __unm = refuse, __tostring = refuse }
local t = setmetatable({ 3, 1, 2 }, strict)
own.table.insert(t, 9)
own.table.insert(t, 1, 8)
assert(own.table.concat(t, " ") == "8 3 1 2 9")
assert(own.table.remove(t, 2) == 3 and own.table.remove(t) == 9 and own.table.remove(t, 4) == nil)
own.table.sort(t)
assert(own.table.concat(t, " ") == "1 2 8")
assert(own.table.move(t, 1, 3, 2, setmetatable({}, strict))[4] == 8)
assert(own.table.move(t, 1, 3, 2) == t and select("#", own.table.unpack(t)) == 4)
assert(select("#", own.table.unpack(t, -1, 9)) == 11 and own.table.move(t, 5, 6, 8) == t)
assert(not pcall(own.table.concat, t, "", 4, 5))
assert(own.table.concat({ 0 / 0, -(0 / 0) }, " ") == "nan nan")

-- ---- ranges about as long as the integer types of C allow ----
for _, bits in ipairs { 31, 32, 33, 62 } do
  for more = -2, 2 do compare("unpack", {}, 1, (1 << bits) + more) end
end

local found = {}
for name in pairs(own.table) do found[#found + 1] = name end
stock.table.sort(found)
assert(join(found, " ") == "concat insert move pack remove sort unpack")

local names = {}
for name in pairs(operations) do names[#names + 1] = name end
stock.table.sort(names)
while cases < count do
  if chance(30) then
    pick(sorts)()
    cases = cases + 1
  else
    operations[pick(names)]()
  end
end
-- if all cases or none were errors, the comparison would prove nothing
assert(failures > cases // 50 and failures < cases // 2, failures .. " of " .. cases .. " cases fail")
return cases
