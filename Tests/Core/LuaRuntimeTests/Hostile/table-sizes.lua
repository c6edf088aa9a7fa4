-- expect: limit|ok
-- Tables that grow and shrink at the edge of a power of two.
for round = 1, 200 do
  local t = {}
  for i = 1, 70000 do t[i] = i end
  for i = 70000, 1, -1 do t[i] = nil end
  for i = 1, 10 do t["k" .. i] = i end
end
