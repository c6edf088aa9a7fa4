-- expect: error
-- A table that is called by way of itself: Lua follows the chain in one step, moving all arguments by one place each time.
local t = {}
local call, add = pcall(setmetatable, t, { __call = t }), pcall(setmetatable, {}, { __add = setmetatable({}, { __call = print }) })
if call or not add then return end
setmetatable(t, { __call = {} })
