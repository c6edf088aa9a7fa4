-- expect: limit
-- Captured variables, new ones for each function.
local all = {}
for i = 1, 1e9 do local a, b, c = i, i, i all[i] = function() a, b, c = b, c, a end end
