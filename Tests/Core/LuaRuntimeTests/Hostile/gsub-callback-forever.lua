-- expect: limit:time
-- A callback for every character of a long text, again and again.
local s = ("x"):rep(100000)
while true do s:gsub(".", function(c) return c end) end
