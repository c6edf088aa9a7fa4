-- expect: error
-- Joining with a metamethod that moves the stack.
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local odd = setmetatable({}, { __concat = function() deep(5000) return "joined" end })
return "a" .. "b" .. ("c" .. odd)
