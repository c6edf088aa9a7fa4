-- expect: limit:time
-- Catches every error, and starts the loop again.
local function spin() while true do end end
while true do
  local ok = pcall(spin)
end
