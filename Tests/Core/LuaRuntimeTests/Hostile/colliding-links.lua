-- expect: limit:table
-- One long chain, and keys whose places are taken by links near its end. Lua walks along the chain to move each such link.
local n, M, m, t = 11000, (1 << 19) - 1, (1 << 18) - 1, {}
local function key(r, q) return r + M * ((q - r) % m) end -- r modulo M, q modulo m
pcall(function()
  for q = 0, n - 1 do t[key(0, q)] = true end
  local r = M - 1
  for q = n, m - 1 do
    t[key(r, q)] = true
    r = r == M - 1 and M + 1 - n or r - 1
  end
  t[key(1, 0) + M * m] = true
  t[key(2, 0) + 2 * M * m] = true
end)
