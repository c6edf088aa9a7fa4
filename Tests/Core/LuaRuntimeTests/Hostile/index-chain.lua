-- expect: error
-- A chain of tables longer than Lua follows.
local link = {}
for i = 1, 5000 do link = setmetatable({}, { __index = link }) end
return link.missing.field
