-- expect: limit:time
-- Calls that use no stack.
local ping, pong
function ping(n) return pong(n + 1) end
function pong(n) return ping(n + 1) end
return ping(0)
