-- expect: error
-- Writes handed on in a circle.
local a, b = {}, {}
setmetatable(a, { __newindex = b })
setmetatable(b, { __newindex = a })
a.x = 1
