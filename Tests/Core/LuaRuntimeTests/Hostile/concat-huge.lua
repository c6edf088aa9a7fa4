-- expect: limit|ok
-- Joins 300,000 texts, again and again.
local t = {}
for i = 1, 300000 do t[i] = "piece " .. i end
for i = 1, 1000 do local s = table.concat(t, ", ") end
