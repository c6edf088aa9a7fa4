-- expect: limit:depth|limit:memory
-- More values than the stack holds.
local t = {}
for i = 1, 1200000 do t[i] = i end
return (select("#", table.unpack(t)))
