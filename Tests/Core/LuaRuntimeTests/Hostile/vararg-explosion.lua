-- expect: error|limit
-- Arguments that double with each call.
local function double(n, ...)
  if n == 0 then return select("#", ...) end
  return double(n - 1, ..., ...)
end
local function all(n, ...)
  if n == 0 then return select("#", ...) end
  local t = table.pack(...)
  for i = 1, t.n do t[t.n + i] = t[i] end
  return all(n - 1, table.unpack(t, 1, t.n * 2))
end
return double(30, 1) + all(30, 1)
