-- expect: limit:memory
-- Catches a refused allocation, to learn how much memory there was.
local n = 0
pcall(function() local t = {} while true do n = n + 1 t[n] = { n } end end)
error("a script learnt how much it may hold: " .. n)
