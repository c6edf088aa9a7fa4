-- expect: limit:depth
-- A text that contains its own text.
local m = {}
m.__tostring = function(self) return "<" .. tostring(self) .. ">" end
return tostring(setmetatable({}, m))
