-- expect: limit:time
-- Handlers within handlers, each with a loop of its own.
local function spin() while true do end end
local function handler() return (select(2, xpcall(spin, function() return pcall(spin) end))) end
while true do xpcall(error, handler, "x") end
