-- expect: error
-- A `__tostring` that doesn't return a text.
assert(not pcall(tostring, setmetatable({}, { __tostring = function() return {} end })))
assert(tostring(setmetatable({}, { __tostring = function() return 5 end })) == "5")
return ("%s"):format(setmetatable({}, { __tostring = function() end }))
