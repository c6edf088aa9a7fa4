-- expect: limit
-- Functions that each keep the function before.
local keep
for i = 1, 1e9 do local before = keep keep = function() return before, i end end
