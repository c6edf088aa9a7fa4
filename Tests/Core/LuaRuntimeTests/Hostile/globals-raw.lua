-- expect: error
-- Globals can't be set in any way.
assert(not pcall(rawset, _G, "x", 1) and not pcall(setmetatable, _G, {}) and not pcall(table.insert, _G, 1))
assert(not pcall(function() _ENV.x = 1 end) and not pcall(function() _G._G = {} end))
assert(not pcall(table.move, { 1 }, 1, 1, 1, _G) and rawget(_G, "x") == nil)
local f, raw = pairs(_G)
raw.x = 1
