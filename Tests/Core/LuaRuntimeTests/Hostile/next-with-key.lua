-- expect: error
-- next goes on from no key.
local t = { 1, 2, a = 3 }
return next(t, 1)
