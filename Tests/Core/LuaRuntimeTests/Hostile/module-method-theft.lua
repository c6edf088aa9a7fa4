-- expect: error
-- Neither is a metatable of the host's own.
local object = require("helper").new()
assert(getmetatable(object) == nil and object:double() == 84)
getmetatable(object).__index = nil
