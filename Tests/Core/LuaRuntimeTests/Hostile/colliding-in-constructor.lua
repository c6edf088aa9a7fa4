-- expect: limit:table|limit:time
-- A table that makes room for list elements when its colliding keys are already there.
local apart = (1 << 19) - 1
local keys = {}
for i = 1, 1 << 18 do keys[i] = i * apart end
while true do
  local t = {}
  for i = 1, 1 << 18 do t[keys[i]] = i end
  for i = 1, 100 do t[i] = i end
end
