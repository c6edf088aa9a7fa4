-- expect: error
-- A `__len` that gives a wrong length. The library doesn't call it.
local liar = setmetatable({}, { __len = function() return math.maxinteger - 1 end })
table.insert(liar, "x")
assert(liar[1] == "x" and table.remove(liar) == "x" and table.unpack(liar) == nil)
table.sort(liar)
error("the raw length was used")
