-- expect: limit
-- Makes garbage so fast that counting the memory in use isn't enough.
local s = ("x"):rep(500000)
while true do local a, b, c = s:upper(), s:reverse(), s:lower() end
