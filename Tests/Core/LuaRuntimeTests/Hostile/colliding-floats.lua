-- expect: limit:table|limit:time
-- Floats of one hash, however large the table is: the bits below the upper 32 don't count.
local t = {}
pcall(function() for i = 0, 1 << 20 do t[1 + i * 2.0 ^ -52] = true end end)
