-- Compares the sandbox's utf8.char and utf8.codepoint with those of stock Lua 5.4. Called as chunk(own, stock, seed, count).
-- Returns the number of cases, or raises an error that shows the first case in which the two differ.
local own, stock, seed, count = ...
local state = seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D
local function below(n)
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 2) % n
end

local function shown(...)
  local parts = stock.table.pack(...)
  for i = 1, parts.n do parts[i] = stock.string.format("%q", parts[i]) end
  return stock.table.concat(parts, " ", 1, parts.n)
end
local function outcome(f, ...)
  local results = stock.table.pack(pcall(f, ...))
  if not results[1] then return "error" end
  return shown(stock.table.unpack(results, 2, results.n))
end
local cases = 0
local function compare(name, ...)
  local mine, theirs = outcome(own.utf8[name], ...), outcome(stock.utf8[name], ...)
  cases = cases + 1
  if mine ~= theirs then error(name .. "(" .. shown(...) .. ")\n  own:   " .. mine .. "\n  stock: " .. theirs, 0) end
end

local edges = { 0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0x110000, 0x1FFFFF,
  0x200000, 0x3FFFFFF, 0x4000000, 0x7FFFFFFF, 0x80000000, -1, math.maxinteger, math.mininteger }
local function code()
  if below(3) == 0 then return edges[below(#edges) + 1] end
  return below(1 << below(34))
end
local function text()
  local parts = {}
  for i = 1, below(6) do
    local ok, part = pcall(stock.utf8.char, code())
    parts[#parts + 1] = ok and part or stock.string.char(below(256))
    if below(5) == 0 then parts[#parts] = parts[#parts]:sub(1, -2) .. stock.string.char(below(256)) end
  end
  return stock.table.concat(parts)
end

while cases < count do
  local codes = {}
  for i = 1, below(5) do codes[i] = code() end
  if below(10) == 0 then codes[#codes + 1] = "65" end
  compare("char", stock.table.unpack(codes))
  local s = text()
  local from, to = below(#s + 4) - 2, below(2 * #s + 4) - #s - 2
  compare("codepoint", s)
  compare("codepoint", s, from)
  compare("codepoint", s, from, to)
  compare("codepoint", s, 1, -1, below(2) == 0)
  compare("codepoint", s, from, to, true)
end
return cases
