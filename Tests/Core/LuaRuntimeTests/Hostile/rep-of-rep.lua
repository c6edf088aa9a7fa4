-- expect: error|limit
-- Long texts made of long texts.
local s = "x"
for i = 1, 10 do s = s:rep(1000, s) end
return #s
