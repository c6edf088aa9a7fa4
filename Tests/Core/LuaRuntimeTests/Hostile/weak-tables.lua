-- expect: limit|error
-- Weak tables, and a garbage collection at the memory limit.
local shell = setmetatable({ __newindex = {}, __index = {} }, { __mode = "kv" })
local t = setmetatable({}, shell)
for round = 1, 50 do
  pcall(function() for i = 1, 5000000 do t[i] = { i } shell.__newindex[i] = { i } end end)
end
