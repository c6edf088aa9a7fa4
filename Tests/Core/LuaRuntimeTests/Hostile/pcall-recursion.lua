-- expect: limit:depth
-- pcall within pcall.
local function again() return pcall(again) end
return again()
