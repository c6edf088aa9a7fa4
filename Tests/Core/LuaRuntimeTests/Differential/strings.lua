-- Compares the sandbox's string functions with those of stock Lua 5.4.
-- The chunk is called as chunk(own, stock, seed, count): `own.string` and `stock.string` are the two libraries, and `count` is
-- the number of random cases. It returns the number of cases, or raises an error that shows the first case in which the two
-- differ. Only the occurrence of errors is compared, because the sandbox has its own error texts.
local own, stock, seed, count = ...
local pack, unpack, quote = stock.table.pack, stock.table.unpack, stock.string.format
local join, repeated = stock.table.concat, stock.string.rep

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

local function shown(value)
  if type(value) == "string" then return quote("%q", value) end
  if type(value) == "table" then
    local parts = {}
    for key, item in pairs(value) do parts[#parts + 1] = "[" .. shown(key) .. "]=" .. shown(item) end
    return "{" .. join(parts, ", ") .. "}"
  end
  return tostring(value)
end
local function listed(values)
  local parts = {}
  for i = 1, values.n do parts[i] = shown(values[i]) end
  return join(parts, ", ")
end

local cases, failures, found = 0, 0, 0
local function same(a, b)
  if a[1] ~= b[1] then return false end
  if not a[1] then return true end
  if a.n ~= b.n then return false end
  for i = 2, a.n do
    if a[i] ~= b[i] or math.type(a[i]) ~= math.type(b[i]) then return false end
  end
  return true
end
local function compare(name, mine, theirs, ...)
  local a, b = pack(pcall(mine, ...)), pack(pcall(theirs, ...))
  cases = cases + 1
  if not b[1] then failures = failures + 1 elseif b[2] then found = found + 1 end
  if not same(a, b) then
    error(name .. "(" .. listed(pack(...)) .. ")\n  own:   " .. listed(a) .. "\n  stock: " .. listed(b), 0)
  end
end
local function compare_named(name, ...) compare(name, own.string[name], stock.string[name], ...) end

-- ---- patterns and subjects ----
local letters = { "a", "b", "c", "a", "b", " ", "1", "(", ")", "[", "]", ".", "%", "-", "A", "\0", "\n", "\200" }
local function subject()
  local parts = {}
  for i = 1, below(13) do parts[i] = pick(letters) end
  return join(parts)
end
local classes = {
  "a", "c", "d", "g", "l", "p", "s", "u", "w", "x", "z", "A", "D", "S", "W", "L", ".", "%", "(", "]", "-", "\0",
}
local function set()
  local parts = { "[", chance(30) and "^" or "", chance(10) and "]" or "" }
  for _ = 1, below(4) do
    local kind = below(6)
    if kind < 3 then
      parts[#parts + 1] = pick(letters)
    elseif kind == 3 then
      parts[#parts + 1] = "%" .. pick(classes)
    elseif kind == 4 then
      parts[#parts + 1] = pick(letters) .. "-" .. pick(letters)
    else
      parts[#parts + 1] = pick { "-", "a-", "%a-z", "a-%]", "^", "%" }
    end
  end
  parts[#parts + 1] = chance(95) and "]" or ""
  return join(parts)
end
local function single()
  local kind = below(10)
  if kind < 4 then return pick(letters) end
  if kind < 6 then return "." end
  if kind < 8 then return "%" .. pick(classes) end
  return set()
end
local function piece()
  local kind = below(24)
  if kind < 15 then return single() .. pick { "", "", "", "*", "+", "-", "?" } end
  if kind == 15 then return "%b" .. pick { "()", "ab", "aa", "[]", "a", "" } end
  if kind == 16 then return "%f" .. (chance(90) and set() or "a") end
  if kind == 17 then return "%" .. between(0, 3) end
  if kind == 18 then return "()" end
  if kind == 19 then return pick { "(", ")", "(", ")", "%", "[", "$", "^" } end
  return "(" .. single() .. pick { "", "*", "+", "-", "?" } .. (chance(30) and "(" .. single() .. ")" or "") .. ")"
end
local function pattern()
  local parts = { chance(15) and "^" or "" }
  for _ = 1, below(5) do parts[#parts + 1] = piece() end
  if chance(12) then parts[#parts + 1] = "$" end
  return join(parts)
end
local function init()
  if chance(60) then return nil end
  return pick {
    1, 2, 3, 5, 0, -1, -2, -5, -20, 14, 100, 2.0, "2", 1.5, "x", math.maxinteger, math.mininteger, -0.0, 1e300,
  }
end

-- ---- replacements ----
local function filler()
  local parts = {}
  for i = 1, below(5) do
    parts[i] = pick { "x", "%0", "%1", "%2", "%%", "-", "%1%1", "%9", "%", "%a", "\0", "long text" }
  end
  return join(parts)
end
local results = { "X", "", 7, 2.0, nil, false, nil, "yy", true, {} }
local function recorder(offset, log) -- logs its arguments; its result depends only on them
  return function(...)
    local arguments = pack(...)
    log[#log + 1] = listed(arguments)
    local sum = offset
    for i = 1, arguments.n do
      sum = sum + (math.type(arguments[i]) == "integer" and arguments[i] or #arguments[i])
    end
    if sum % 11 == 0 then error("raised by the replacement") end
    return results[sum % #results + 1]
  end
end
local function gsub_case()
  local text, shape = subject(), pattern()
  local most = chance(70) and nil or pick { 0, 1, 2, 3, 100, -1, "1", 1.5, math.maxinteger }
  local kind = below(10)
  if kind < 5 then
    compare_named("gsub", text, shape, filler(), most)
  elseif kind < 7 then
    local replacement = { a = "<a>", b = false, ab = 12, [""] = "e", [1] = "one", [2] = 2.5, A = "A" }
    if chance(5) then replacement.A = {} end
    if chance(30) then
      setmetatable(replacement, { __index = function(_, key) return "[" .. tostring(key) .. "]" end })
    end
    compare_named("gsub", text, shape, replacement, most)
  elseif kind < 9 then
    local offset, mine, theirs = below(100), {}, {}
    compare("gsub with a function", function(...)
      return own.string.gsub(text, shape, recorder(offset, mine), most)
    end, function(...)
      return stock.string.gsub(text, shape, recorder(offset, theirs), most)
    end, text, shape, offset, most)
    if join(mine, ";") ~= join(theirs, ";") then
      error("gsub calls back differently: " .. listed(pack(text, shape, join(mine, ";"), join(theirs, ";"))), 0)
    end
  else
    compare_named("gsub", text, shape, pick { 5, 2.5, true, false }, most)
  end
end

local function all_matches(library, text, shape, start)
  local lines = {}
  local iterate, a, b = library.gmatch(text, shape, start)
  assert(a == nil and b == nil)
  for _ = 1, 40 do
    local match = pack(iterate())
    lines[#lines + 1] = match.n .. ": " .. listed(match)
    if match.n == 0 then break end
  end
  return #lines > 1, join(lines, "\n")
end

-- ---- format ----
local numbers = {
  0, 1, -1, 42, 255, 65, 2 ^ 53, 1 << 62, math.mininteger, math.maxinteger, 0.5, -0.0, 1.5, 1e15, 1e16, 1e100, -1e308,
  5e-324, 1 / 0, -1 / 0, 1 / 3, "10", "0x1p4", " 7 ", "2.5", 3.0, 123456789012,
}
local values = {
  "", "abc", "a\0b", repeated("x", 120), repeated("q\"\n", 400), nil, true, false, "\r\t\1272\0019\\", "é", {}, print,
}
local function conversion()
  if chance(10) then return pick { "%%", "%", "%y", "%10", "%-", "%.", "%5%", "%F", "%l", "%\0" } end
  local parts = { "%" }
  if chance(50) then
    for _ = 1, below(3) do parts[#parts + 1] = pick { "-", "+", " ", "#", "0" } end
    if chance(60) then parts[#parts + 1] = pick { "1", "5", "12", "99", "100", "07" } end
    if chance(40) then parts[#parts + 1] = pick { ".", ".0", ".3", ".14", ".99", ".100" } end
  end
  parts[#parts + 1] = pick { "c", "d", "i", "u", "o", "x", "X", "a", "A", "e", "E", "f", "g", "G", "q", "s", "d", "s" }
  return join(parts)
end
local function format_case()
  local parts, arguments = {}, { n = below(5) }
  for i = 1, below(4) do parts[2 * i - 1], parts[2 * i] = conversion(), pick { "", "|", " text ", "\0", "%%" } end
  -- stock Lua shows addresses of tables and functions, so these can only be compared with conversions that refuse them
  local text = join(parts)
  local plain = stock.string.find(text, "s", 1, true) ~= nil
  for i = 1, arguments.n do
    if chance(75) then
      arguments[i] = pick(numbers)
    else
      local value = values[below(12) + 1]
      if plain and (type(value) == "table" or type(value) == "function") then value = "plain" end
      arguments[i] = value
    end
  end
  compare_named("format", text, unpack(arguments, 1, arguments.n))
end

-- ---- the short functions ----
local function coerced() return chance(90) and subject() or pick { 12, -3.5, 1e15, 2 ^ 53, 1 << 40, {}, true } end
local function small_case()
  local name = pick { "rep", "byte", "char", "len", "lower", "upper", "reverse", "sub" }
  if name == "rep" then
    local times = pick { 0, 1, 2, 3, 7, 50, 3000, -1, math.mininteger, 1 << 40, math.maxinteger, 2.0, "3", 2.5, "x" }
    local text = chance(90) and subject() .. "x" or pick { 12, 1.5, {} }
    if chance(5) then text, times = "", below(100) end -- stock Lua counts empty copies one by one
    compare_named(name, text, chance(99) and times or nil, chance(50) and pick { "", ",", "--", 1, 1.5 } or nil)
  elseif name == "char" then
    local bytes = { n = below(6) }
    for i = 1, bytes.n do bytes[i] = chance(97) and below(256) or pick { 256, -1, "65", "x", 66.0, 1.5 } end
    compare_named(name, unpack(bytes, 1, bytes.n))
  elseif name == "byte" or name == "sub" then
    compare_named(name, coerced(), init(), init())
  else
    compare_named(name, coerced())
  end
end

-- ---- every byte against every class ----
local every = {}
for byte = 0, 255 do every[byte + 1] = stock.string.char(byte) end
every = join(every)
for byte = 0, 255 do
  local character = stock.string.char(byte)
  compare_named("gsub", every, "%" .. character, "")
  compare_named("gsub", every, "[" .. character .. "%" .. character .. "]", "<%0>")
  compare_named("gsub", every, "[^" .. character .. "-\200]", "")
  compare_named("gsub", every, character, "")
  compare_named("format", "%q%c", character, byte)
  compare_named("gsub", "a", "a", "%" .. character)
  compare_named("format", "%" .. (character == "p" and "s" or character), 65)
end
for _, name in ipairs { "lower", "upper", "reverse", "len" } do compare_named(name, every) end
compare_named("format", "%q %s", every, every)

-- ---- the limits of a pattern: captures and depth ----
for size = 28, 36 do
  compare_named("match", repeated("a", 50), repeated("(a)", size))
  compare_named("match", repeated("a", 50), repeated("()", size))
  compare_named("match", "a", repeated("(", size))
end
for size = 92, 208 do -- each item leaves a choice open, but no search takes long
  for _, item in ipairs { "ab?", "a+b", "a*b", "a-b", "b?a-b", "a?b", "(a)b" } do
    compare_named("find", repeated("ab", 220), repeated(item, size))
  end
end
for size = 1, 600, 13 do -- texts around the sizes at which buffers grow
  local text = repeated("ab", size)
  compare_named("gsub", text, "a", "xyz")
  compare_named("gsub", text, "(a)(b)", "%2%1%0", size // 2)
  compare_named("gsub", text, "c", "x")
  compare_named("find", text .. "c", text .. "c", 1, true)
  compare_named("find", text .. "c", "bc", 1, true)
  compare_named("format", "%s|%q|%10s|" .. text, text, text, text)
  compare_named("upper", text)
  compare_named("reverse", text .. "c")
  compare_named("rep", text, 9, ", ")
end

-- ---- where the two differ on purpose: no addresses, one text for every NaN ----
local nan, text_of = 0 / 0, own.string.format
assert(text_of("%s %5.1f|%-6g|%G %q", nan, -nan, nan, -nan, nan) == "nan   nan|nan   |nan (0/0)")
assert(own.string.len(nan) == 3 and own.string.find(-nan, "^nan$") == 1 and own.string.rep(nan, 2, nan) == "nannannan")
assert(own.string.gsub("ab", "b", -nan) == "anan" and own.string.gsub("ab", "b", { b = -nan }) == "anan")
assert(text_of("%s %5.3s %s", {}, print, setmetatable({}, { __name = "a name" })) == "table   fun table")
assert(text_of("%s|%6s", setmetatable({}, { __tostring = function() return "own" end }),
  setmetatable({}, { __tostring = function() return 2.0 end })) == "own|   2.0")
assert(not pcall(text_of, "%s", setmetatable({}, { __tostring = function() return {} end })))
assert(not pcall(text_of, "%p", {}))
local names = {}
for name in pairs(own.string) do names[#names + 1] = name end
stock.table.sort(names)
assert(join(names, " ") == "byte char find format gmatch gsub len lower match rep reverse sub upper")

while cases < count do
  local kind = below(20)
  if kind < 4 then
    compare_named("find", subject(), pattern(), init(), chance(15) and pick { true, false, 1 } or nil)
  elseif kind < 5 then
    compare_named("find", subject(), pick { "a", "b", "ab", "aa", "", "c", "(", "1", "abc" }, init(), chance(50))
  elseif kind < 9 then
    compare_named("match", subject(), pattern(), init())
  elseif kind < 12 then
    compare("gmatch", function(...) return all_matches(own.string, ...) end,
      function(...) return all_matches(stock.string, ...) end, subject(), pattern(), init())
  elseif kind < 16 then
    gsub_case()
  elseif kind < 18 then
    format_case()
  else
    small_case()
  end
end

-- if all cases were errors, or nothing were found, the comparison would prove nothing
assert(failures > cases // 50 and failures < cases // 2, failures .. " of " .. cases .. " cases fail")
assert(found > cases // 4, "only " .. found .. " of " .. cases .. " cases find something")
return cases
