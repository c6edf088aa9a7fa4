-- expect: error
-- `next` with a key to continue from, which the sandbox doesn't allow.
local t = { 1, 2, a = 3 }
return next(t, 1)
