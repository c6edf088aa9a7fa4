-- expect: limit:table|limit:time
-- A table that shrinks to a size in which its keys collide.
local apart = (1 << 17) - 1
while true do
  local t = {}
  for i = 1, 1 << 17 do t[i * apart] = true end
  for i = 1, 1 << 18 do t["x" .. i] = true end
  for i = 1, 1 << 18 do t["x" .. i] = nil end
  for i = 1, 1 << 18 do t["y" .. i] = true t["y" .. i] = nil end
end
