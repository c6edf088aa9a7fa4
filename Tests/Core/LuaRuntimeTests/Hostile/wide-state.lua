-- expect: error|limit
-- More values than a state may have.
local t = {}
for i = 1, 500000 do t[i] = i end
return t
