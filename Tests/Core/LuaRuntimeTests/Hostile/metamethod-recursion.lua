-- expect: limit:depth
-- Metamethods that call themselves through operators.
local m = {}
m.__add = function(a, b) return a + b end
m.__call = function(self) return self() end
m.__index = function(self, k) return self[k] end
local t = setmetatable({}, m)
for _, try in ipairs { function() return t + 1 end, function() return t() end, function() return t.x end } do
  assert(not pcall(try))
end
return t + t
