-- expect: error
-- A handler that fails on every error, also on its own.
local ok, message = xpcall(function() error("first") end, function(m) error(m .. "!") end)
assert(not ok and type(message) == "string")
error("after")
