-- expect: limit:table
-- Integers that have different places in every hash part except the last one. There they all have the same place.
local t, apart = {}, (1 << 19) - 1
pcall(function() for i = 1, (1 << 18) + 1 do t[i * apart] = true end end)
