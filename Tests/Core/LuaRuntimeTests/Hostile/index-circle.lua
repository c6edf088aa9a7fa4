-- expect: error
-- Two tables that look things up in each other.
local a, b = {}, {}
local ma, mb = {}, {}
ma.__index = b
mb.__index = a
setmetatable(a, ma)
setmetatable(b, mb)
return a.missing
