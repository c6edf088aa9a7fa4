-- expect: limit:time
-- Plain search for something that almost matches everywhere.
local hay, needle = ("a"):rep(3000000), ("a"):rep(1500000) .. "b"
return hay:find(needle, 1, true)
