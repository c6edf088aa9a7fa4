-- expect: error
-- A script can't get the metatable of texts.
assert(getmetatable("") == nil and getmetatable("").__index == nil)
