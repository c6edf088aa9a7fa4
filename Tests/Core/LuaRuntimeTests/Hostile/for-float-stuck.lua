-- expect: limit:time
-- A float counter that no longer grows.
local n = 0
for x = 2.0 ^ 53, 2.0 ^ 53 + 4 do n = n + 1 if n > 8 then while true do end end end
while true do end
