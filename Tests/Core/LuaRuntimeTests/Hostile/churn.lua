-- expect: limit
-- Garbage faster than it can be counted by memory alone.
local s = ("x"):rep(500000)
while true do local a, b, c = s:upper(), s:reverse(), s:lower() end
