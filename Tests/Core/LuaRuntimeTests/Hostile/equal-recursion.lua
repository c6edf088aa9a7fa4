-- expect: limit:depth
-- An `__eq` that calls itself.
local m = {}
m.__eq = function(a, b) return a == b end
return setmetatable({}, m) == setmetatable({}, m)
