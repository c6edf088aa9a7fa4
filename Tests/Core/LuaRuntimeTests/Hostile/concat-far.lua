-- expect: limit:time|error
-- Joins the elements from the smallest integer to the largest.
local t = setmetatable({}, { __index = function() return "" end, __len = function() return 1 << 50 end })
assert(table.concat(t) == "")
return table.concat(t, "", math.mininteger, math.maxinteger)
