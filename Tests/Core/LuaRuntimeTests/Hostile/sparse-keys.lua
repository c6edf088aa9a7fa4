-- expect: limit|ok
-- Keys that are far apart, and a length that `#` has to search for.
local t = {}
for i = 0, 62 do t[1 << i] = i end
for i = 1, 1000000 do local n = #t end
local out = {}
table.move(t, 1, 10, math.maxinteger - 20, out)
assert(out[math.maxinteger - 20] == 0)
