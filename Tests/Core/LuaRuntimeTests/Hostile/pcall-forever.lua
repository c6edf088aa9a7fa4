-- expect: limit:time
-- Every error is swallowed and the loop begun again.
local function spin() while true do end end
while true do
  local ok = pcall(spin)
end
