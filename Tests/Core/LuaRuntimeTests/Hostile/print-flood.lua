-- expect: limit
-- A log that never ends.
local line = ("all work and no play "):rep(40)
while true do pcall(print, line) end
