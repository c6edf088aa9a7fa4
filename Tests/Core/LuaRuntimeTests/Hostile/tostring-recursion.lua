-- expect: limit:depth
-- A `__tostring` that calls itself.
local m = {}
m.__tostring = function(self) return "<" .. tostring(self) .. ">" end
return tostring(setmetatable({}, m))
