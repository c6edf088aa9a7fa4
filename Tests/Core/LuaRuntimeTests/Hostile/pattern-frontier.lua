-- expect: limit:time
-- A frontier tried at every place of a long text.
local s = ("ab"):rep(250000)
while true do s:find("%f[%d]x") end
