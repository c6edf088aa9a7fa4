-- expect: limit:time
-- Plain search for something that almost matches everywhere.
local hay, needle = ("a"):rep(500000), ("a"):rep(250000) .. "b"
return hay:find(needle, 1, true)
