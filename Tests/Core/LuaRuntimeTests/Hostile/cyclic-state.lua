-- expect: error
-- A table that contains itself.
local a, b = {}, {}
a.b, b.a = b, a
return a
