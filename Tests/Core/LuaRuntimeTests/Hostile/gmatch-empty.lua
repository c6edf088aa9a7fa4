-- expect: ok
-- Empty matches must move on.
local n = 0
for _ in ("abc"):gmatch("") do n = n + 1 end
for _ in ("abc"):gmatch("x*") do n = n + 1 end
assert(n == 8)
return n
