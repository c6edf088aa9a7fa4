-- expect: limit:time|error
-- Joining from one end of the integers to the other.
local t = setmetatable({}, { __index = function() return "" end, __len = function() return 1 << 50 end })
assert(table.concat(t) == "")
return table.concat(t, "", math.mininteger, math.maxinteger)
