-- expect: error
-- A table that acts.
return { x = setmetatable({}, { __index = function() while true do end end, __pairs = error, __len = error }) }
