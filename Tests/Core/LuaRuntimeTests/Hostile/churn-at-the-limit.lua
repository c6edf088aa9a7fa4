-- expect: limit
-- Keeps the memory just below the limit, so that every allocation collects garbage.
local hold = {}
for i = 1, 290 do hold[i] = ("x"):rep(100000) .. i end
while true do
  for i = 1, 290 do hold[i] = ("y"):rep(100000) .. i end
end
