-- expect: ok|error
-- The comparison empties the table that is being sorted.
local t = {}
for i = 1, 500 do t[i] = 500 - i end
pcall(table.sort, t, function(a, b)
  for i = #t, 1, -1 do t[i] = nil end
  return a < b
end)
for i = 1, 500 do t[i] = 500 - i end
table.sort(t, function(a, b) t[#t + 1] = 0 return a < b end)
