-- expect: error
-- Tables whose `__index` would form a circle. Each turn around the circle would search all of them.
local t, u, v = {}, {}, {}
setmetatable(t, { __index = u, __newindex = u })
setmetatable(u, { __index = v, __newindex = v })
local own = pcall(setmetatable, v, { __index = v })
local far = pcall(setmetatable, v, { __newindex = t })
local fine = pcall(setmetatable, v, { __index = function() return 1 end })
if own or far or not fine or t.x ~= 1 then return end
setmetatable(v, { __index = t })
