-- expect: limit:time
-- Prints a value whose `__tostring` never returns.
print(setmetatable({}, { __tostring = function() while true do end end }))
