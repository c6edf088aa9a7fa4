-- expect: limit:time
-- The handler of the error that ends the loop loops itself.
local function spin() while true do end end
xpcall(spin, spin)
spin()
