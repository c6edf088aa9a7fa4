-- expect: error
-- Two tables whose `__index` is the other table.
local a, b = {}, {}
local ma, mb = {}, {}
ma.__index = b
mb.__index = a
setmetatable(a, ma)
setmetatable(b, mb)
return a.missing
