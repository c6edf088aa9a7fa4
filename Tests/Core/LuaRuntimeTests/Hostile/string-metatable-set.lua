-- expect: error
-- Nor can they be replaced.
setmetatable("", { __index = function() while true do end end })
