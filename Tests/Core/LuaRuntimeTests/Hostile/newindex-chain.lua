-- expect: error
-- Two tables that pass each write on to each other.
local a, b = {}, {}
setmetatable(a, { __newindex = b })
setmetatable(b, { __newindex = a })
a.x = 1
