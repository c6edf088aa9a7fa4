-- expect: limit:time
-- Printing a value whose text takes for ever.
print(setmetatable({}, { __tostring = function() while true do end end }))
