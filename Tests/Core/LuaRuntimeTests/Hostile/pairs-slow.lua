-- expect: limit:time
-- Goes through all pairs of a big table for each of its pairs.
local t = {}
for i = 1, 50000 do t["k" .. i] = i end
for _ in pairs(t) do for _ in pairs(t) do end end
