-- expect: limit:time
-- A metamethod that never returns.
local trap = setmetatable({}, { __index = function(self, key) while true do end end })
pcall(function() return trap.anything end)
