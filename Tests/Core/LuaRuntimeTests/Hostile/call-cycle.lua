-- expect: error
-- A table whose `__call` is the table itself. Lua would follow the chain in one step, and move all arguments at each link.
local t = {}
local call, add = pcall(setmetatable, t, { __call = t }), pcall(setmetatable, {}, { __add = setmetatable({}, { __call = print }) })
if call or not add then return end
setmetatable(t, { __call = {} })
