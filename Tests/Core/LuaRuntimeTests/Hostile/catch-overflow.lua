-- expect: limit:depth|limit:memory
-- Catches a stack overflow, to learn how deep the stack was.
local n = 0
local function down() n = n + 1 return 1 + down() end
local ok = pcall(down) or xpcall(down, print)
error("a script learnt how deep it may go: " .. n)
