-- expect: limit:depth|limit:memory
-- Catching the overflow of a stack, to learn how much of it there was.
local n = 0
local function down() n = n + 1 return 1 + down() end
local ok = pcall(down) or xpcall(down, print)
error("a script learnt how deep it may go: " .. n)
