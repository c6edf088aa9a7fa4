-- expect: limit:table
-- Integers that lie apart in every hash part but the last, where they all fall on one place.
local t, apart = {}, (1 << 19) - 1
pcall(function() for i = 1, (1 << 18) + 1 do t[i * apart] = true end end)
