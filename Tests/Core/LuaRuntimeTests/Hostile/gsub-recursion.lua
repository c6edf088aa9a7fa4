-- expect: limit:depth
-- Callbacks that call gsub.
local function dig(c) return (c:rep(2):gsub(".", dig)) end
local deepest = 0
local function count(c) deepest = deepest + 1 return dig(c) end
pcall(count, "x")
error("a script learnt how deep it may go: " .. deepest)
