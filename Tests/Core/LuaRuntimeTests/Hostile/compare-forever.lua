-- expect: limit:time
-- A comparison that never returns.
local m = { __lt = function() while true do end end }
local t = {}
for i = 1, 50 do t[i] = setmetatable({}, m) end
pcall(table.sort, t)
