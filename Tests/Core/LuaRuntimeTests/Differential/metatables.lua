-- Compares the sandbox's table functions with those of stock Lua 5.4 on tables with metamethods: the results, the contents of
-- the tables afterwards, and the order in which metamethods were called. Called as tables.lua is.
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
local function between(low, high) return low + below(high - low + 1) end
local function chance(percent) return below(100) < percent end
local function pick(list) return list[below(#list) + 1] end

local function shown(value)
  if type(value) == "string" then return quote("%q", value) end
  if type(value) ~= "table" then return tostring(value) end
  local keys, parts = {}, {}
  for key in next, value do keys[#keys + 1] = key end
  stock.table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do
    local held = rawget(value, key)
    parts[i] = tostring(key) .. "=" .. (type(held) == "table" and "{}" or shown(held))
  end
  return "{" .. join(parts, " ") .. "}"
end

-- A plan describes a table. Each library gets a table of its own, made from the same plan.
local function plan()
  local made = { raw = {}, behind = {}, events = {} }
  local holes = chance(30) and 30 or 0
  for i = 1, below(7) do
    if not chance(holes) then made.raw[i] = below(20) end
  end
  for i = between(-1, 1), between(2, 8) do
    if not chance(holes) then made.behind[i] = 20 + below(20) end
  end
  for _, event in ipairs { "__index", "__newindex", "__len" } do
    if chance(60) then made.events[event] = pick { "function", "function", "table" } end
  end
  if chance(10) then made.events.__eq = "function" end
  made.length = chance(85) and below(9) or pick { -1, -7, 2.0, 2.5, "3", "x", math.maxinteger, math.mininteger, {} }
  made.fails = chance(4) and between(1, 9) or nil -- the number of the call of a metamethod that fails
  return made
end
local function make(made, log)
  local t, behind, meta = {}, {}, {}
  for key, value in pairs(made.raw) do t[key] = value end
  for key, value in pairs(made.behind) do behind[key] = value end
  local function note(text)
    log[#log + 1] = text
    if #log == made.fails then error("the event fails", 0) end
  end
  local events = made.events
  if events.__index == "table" then meta.__index = behind end
  if events.__newindex == "table" then meta.__newindex = behind end
  if events.__index == "function" then
    function meta.__index(_, key) note("index " .. shown(key)) return behind[key] end
  end
  if events.__newindex == "function" then
    function meta.__newindex(_, key, value) note("newindex " .. shown(key) .. shown(value)) behind[key] = value end
  end
  if events.__len then function meta.__len() note "len" return made.length end end
  if events.__eq then function meta.__eq() note "eq" return true end end
  return setmetatable(t, meta), behind
end

local cases, failures = 0, 0
local function run(library, name, first, second, arguments)
  local log = {}
  local t, behind = make(first, log)
  local other, behind_other
  if second then other, behind_other = make(second, log) end
  local all = { t, n = arguments.n + 1 }
  for i = 1, arguments.n do
    all[i + 1] = arguments[i]
    if arguments[i] == run then all[i + 1] = other end -- `run` is a placeholder for the second table
  end
  local results = pack(pcall(library[name], unpack(all, 1, all.n)))
  if name == "sort" then return join({ t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8] }, " ") end
  local told = {}
  if results[1] then
    for i = 1, results.n do told[i] = rawequal(results[i], t) and "first" or other and rawequal(results[i], other) and "second" or shown(results[i]) end
  else
    told[1] = "fails"
    failures = failures + 1
  end
  return join(told, ", ") .. " | " .. shown(t) .. shown(behind) .. (other and shown(other) .. shown(behind_other) or "")
    .. " | " .. join(log, ", ")
end
local function compare(name, first, second, ...)
  local arguments = pack(...)
  cases = cases + 1
  local mine = run(own.table, name, first, second, arguments)
  local theirs = run(stock.table, name, first, second, arguments)
  if mine ~= theirs then
    local texts = {}
    for i = 1, arguments.n do texts[i] = arguments[i] == run and "second" or shown(arguments[i]) end
    error(name .. "(" .. join(texts, ", ") .. ") of " .. shown(first.raw) .. shown(first.behind) .. shown(first.events)
      .. " length " .. shown(first.length) .. "\n  own:   " .. mine .. "\n  stock: " .. theirs, 0)
  end
end

local wrong = { 1.5, "x", "2", 2.0, true, {} }
local function place() return chance(93) and between(-2, 9) or pick(wrong) end
local function small(made) return math.type(made.length) ~= "integer" or made.length < 100 and made.length > -100 end

local operations = {
  insert = function()
    local t = plan()
    if chance(50) then return compare("insert", t, nil, below(9)) end
    if t.events.__len and not small(t) then return compare("insert", t, nil, t.length, below(9)) end
    if chance(5) then return compare("insert", t, nil, 1, 2, 3) end
    compare("insert", t, nil, place(), below(9))
  end,
  remove = function()
    local t = plan()
    if chance(50) or t.events.__len and not small(t) then return compare("remove", t, nil) end
    compare("remove", t, nil, place())
  end,
  move = function()
    if chance(50) then return compare("move", plan(), nil, place(), place(), place()) end
    compare("move", plan(), plan(), place(), place(), place(), run)
  end,
  concat = function()
    local t = plan()
    local from = between(-1, 4)
    if t.events.__len and not small(t) then return compare("concat", t, nil, ",", from, from + below(4)) end
    if chance(40) then return compare("concat", t, nil, pick { "", ", ", 1 }) end
    compare("concat", t, nil, ",", from, place())
  end,
  unpack = function()
    local t = plan()
    if t.events.__len and not small(t) then return compare("unpack", t, nil, 1, below(9)) end
    if chance(50) then return compare("unpack", t, nil) end
    compare("unpack", t, nil, place(), place())
  end,
  sort = function()
    -- All values are different numbers, and only the order is compared: stock's sort compares them in another sequence.
    local t = plan()
    t.fails, t.length = nil, below(9)
    local values = {}
    for i = 1, 40 do values[i] = i end
    for i = 40, 2, -1 do
      local j = between(1, i)
      values[i], values[j] = values[j], values[i]
    end
    t.raw, t.behind = {}, {}
    for i = 1, between(0, 8) do t.raw[i] = values[i] end
    for i = 1, 8 do t.behind[i] = values[i + 20] end
    t.events.__index, t.events.__newindex = "function", t.events.__newindex
    compare("sort", t, nil)
  end,
}
local names = { "insert", "remove", "move", "concat", "unpack", "sort" }
for i = 1, count do operations[names[i % #names + 1]]() end
-- most calls must succeed: a comparison of failures would prove nothing
if failures * 2 > cases * 2 * 0.6 then error(("%d of %d calls fail"):format(failures, 2 * cases), 0) end
return cases
