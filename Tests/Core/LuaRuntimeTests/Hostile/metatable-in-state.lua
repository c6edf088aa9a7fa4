-- expect: error
-- A table with metamethods can't be saved.
return { x = setmetatable({}, { __index = function() while true do end end, __pairs = error, __len = error }) }
