-- expect: limit
-- A text that doubles until something gives.
local s = "ab"
for i = 1, 64 do s = s:gsub(".", "%0%0") end
return #s
