-- expect: ok
-- A loop whose counter would exceed the largest integer must end.
local n = 0
for i = math.maxinteger - 2, math.maxinteger do n = n + 1 end
for i = math.mininteger + 2, math.mininteger, -1 do n = n + 1 end
for i = 1, 3, math.maxinteger do n = n + 1 end
for i = 1.0, 1.7e308, 1e308 do n = n + 1 end
assert(n <= 16)
return n
