-- expect: limit:time
-- Raising and catching, for ever.
local function rethrow(e) error(e, 0) end
local e = "x"
while true do local _, m = pcall(rethrow, e) e = m end
