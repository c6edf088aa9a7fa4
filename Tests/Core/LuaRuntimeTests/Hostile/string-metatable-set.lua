-- expect: error
-- A script can't replace the metatable of texts.
setmetatable("", { __index = function() while true do end end })
