-- expect: error
-- A script can't get the metatable of a module's object.
local object = require("helper").new()
assert(getmetatable(object) == nil and object:double() == 84)
getmetatable(object).__index = nil
