-- expect: limit
-- Functions that keep what they saw.
local keep
for i = 1, 1e9 do local before = keep keep = function() return before, i end end
