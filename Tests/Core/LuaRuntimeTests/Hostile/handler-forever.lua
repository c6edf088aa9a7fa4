-- expect: limit:time
-- An endless loop, and an error handler that loops, too.
local function spin() while true do end end
xpcall(spin, spin)
spin()
