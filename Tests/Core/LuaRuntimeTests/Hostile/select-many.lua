-- expect: limit:time|ok
-- `select` in a loop over many arguments, which takes quadratic time.
local function count(...) local n = 0 for i = 1, select("#", ...) do n = n + (select(i, ...)) end return n end
local t = {}
for i = 1, 200000 do t[i] = 1 end
return count(table.unpack(t))
