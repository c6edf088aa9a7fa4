-- Compares every function of the sandbox's libraries with stock Lua's, with arguments of all kinds: wrong types, holes, huge
-- and negative numbers, tables with metatables. Called as tables.lua is. Returns the number of cases and one line for each
-- function that differs, with its name and the first call that shows the difference. The guide lists the functions that may
-- differ.
local own, stock, seed, count = ...
local pack, unpack, join, quote = stock.table.pack, stock.table.unpack, stock.table.concat, stock.string.format

local state = seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D
if state == 0 then state = 1 end
local function below(n)
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 2) % n
end
local function chance(percent) return below(100) < percent end
local function pick(list) return list[below(#list) + 1] end

-- ---- arguments: two equal ones are made, so that changes by the two calls can be compared, too ----
local none, empty = {}, function() end
local function failing() return none.x.y end
local function same(...) return ... end
local function number() return below(14) - 3 end
local makers = {
  function() local n = number() return function() return n end end,
  function() local n = number() return function() return n end end,
  function()
    local n = pick { math.maxinteger, math.mininteger, 1 << 31, 1 << 53, -(1 << 40) }
    return function() return n end
  end,
  function() local n = pick { 1.0, 2.5, -0.0, 1 / 0, -1 / 0, -(0 / 0), 1e15, 3.0 } return function() return n end end, -- a NaN with a sign has different texts
  function()
    local s = pick { "", "a", "abc", "3", "0x10", " 7 ", "a.c", "%a+", "(b)", "[a-c]*", "x,y,z", "äöü", "\xff\0b", "%d", "%s", "^b?", "1e2" }
    return function() return s end
  end,
  function()
    local s = pick { "hello world", "aXbXc", "%5.2f", "%q", "%x", "%-5s|", "%c", "%i", "%" }
    return function() return s end
  end,
  function() local b = chance(50) return function() return b end end,
  function() return function() return nil end end,
  function() local f = pick { empty, failing, same } return function() return f end end,
  function()
    local values, meta = {}, pick { none, none, none, { __index = { 7, 8, 9 } }, { __len = function() return 2 end } }
    for i = 1, below(5) do
      if chance(85) then values[i] = pick { i, "t" .. i, 2.5, true } end
    end
    if chance(20) then values[pick { "a", "n", 0, -1, 1.5, true }] = 4 end
    return function()
      local t = {}
      for key, value in pairs(values) do t[key] = value end
      return meta == none and t or setmetatable(t, meta)
    end
  end,
}

-- ---- what is compared ----
local function shown(value, depth)
  if type(value) == "string" then return quote("%q", value) end
  if type(value) == "number" then return value ~= value and "nan" or math.type(value) .. quote("%q", value) end
  if type(value) ~= "table" or depth == 3 then return type(value) == "boolean" and tostring(value) or type(value) end
  local keys, parts = {}, {}
  for key in next, value do keys[#keys + 1] = key end
  stock.table.sort(keys, function(a, b) return shown(a, 3) < shown(b, 3) end)
  for i, key in ipairs(keys) do parts[i] = "[" .. shown(key, 3) .. "]=" .. shown(rawget(value, key), (depth or 0) + 1) end
  return "{" .. join(parts, ", ") .. "}"
end
local function listed(values, from)
  local parts = {}
  for i = from, values.n do parts[#parts + 1] = shown(values[i]) end
  return join(parts, ", ")
end
local function outcome(f, arguments)
  local results = pack(pcall(f, unpack(arguments, 1, arguments.n)))
  local told = results[1] and listed(results, 2) or "fails"
  return told .. " with " .. listed(arguments, 1), results[1]
end

-- Calls that wouldn't end, or would need too much memory, in stock Lua either.
local function isEndless(name, arguments)
  local last = arguments[arguments.n]
  for i = 1, arguments.n do
    local n = math.type(arguments[i]) and math.tointeger(arguments[i]) or math.tointeger(tonumber(arguments[i]) or 0.5)
    if n and (n > 100 or n < -100) and (name == "rep" or name == "move" or name == "unpack") then return true end
  end
  return name == "format" and type(last) == "nil"
end

local functions = {}
local function offer(prefix, mine, theirs)
  local names = {}
  for name in pairs(mine) do names[#names + 1] = name end
  stock.table.sort(names)
  for _, name in ipairs(names) do
    local other = theirs[name]
    if type(other) == "function" and type(mine[name]) == "function" then
      functions[#functions + 1] = { name = prefix .. name, short = name, own = mine[name], stock = other }
    end
  end
end
offer("string.", own.string, stock.string)
offer("table.", own.table, stock.table)
offer("utf8.", own.utf8, stock.utf8)
offer("", own, stock)

local differing, cases, successes = {}, 0, 0
for i = 1, count do
  local f = functions[i % #functions + 1]
  local made, first, second = {}, {}, {}
  for place = 1, below(4) + (chance(80) and 1 or 0) do made[place] = pick(makers)() end
  if f.short:find "pcall" and chance(50) then made = { makers[9](), makers[9](), n = 2 } end
  -- in most cases, the first argument has a type that the function accepts
  if chance(60) and f.name:find "^table" then made[1] = makers[10]() end
  if chance(60) and (f.name:find "^string" or f.name:find "^utf8") then made[1] = makers[chance(50) and 5 or 6]() end
  for place, make in ipairs(made) do first[place], second[place] = make(), make() end
  first.n, second.n = #made, #made
  if not isEndless(f.short, first) and f.short ~= "print" then
    local call = f.name .. "(" .. listed(first, 1) .. ")"
    local mine, done = outcome(f.own, first)
    local theirs = outcome(f.stock, second)
    cases = cases + 1
    if done then successes = successes + 1 end
    if mine ~= theirs and not differing[f.name] then
      differing[f.name] = ("%s\n  own:   %s\n  stock: %s"):format(call, mine, theirs)
    end
  end
end
if successes < cases // 5 then error(("only %d of %d calls succeed"):format(successes, cases), 0) end
local lines = {}
for _, f in ipairs(functions) do
  if differing[f.name] then lines[#lines + 1] = f.name .. "\t" .. differing[f.name] end
end
return cases, join(lines, "\n\n")
