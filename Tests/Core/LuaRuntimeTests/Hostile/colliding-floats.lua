-- expect: limit:table|limit:time
-- Floats with the same hash, however large the table is: their hash ignores the bits below the upper 32.
local t = {}
pcall(function() for i = 0, 1 << 20 do t[1 + i * 2.0 ^ -52] = true end end)
