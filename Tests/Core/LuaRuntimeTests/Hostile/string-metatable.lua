-- expect: error
-- The methods of all texts are out of reach.
assert(getmetatable("") == nil and getmetatable("").__index == nil)
