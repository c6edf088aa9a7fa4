-- expect: limit
-- Captured variables, each fresh.
local all = {}
for i = 1, 1e9 do local a, b, c = i, i, i all[i] = function() a, b, c = b, c, a end end
