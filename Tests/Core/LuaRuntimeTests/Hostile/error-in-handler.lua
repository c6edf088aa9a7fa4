-- expect: error
-- A handler that fails at every error, its own too.
local ok, message = xpcall(function() error("first") end, function(m) error(m .. "!") end)
assert(not ok and type(message) == "string")
error("after")
