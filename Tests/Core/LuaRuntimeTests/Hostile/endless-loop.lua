-- expect: limit:time
-- The plainest way to hang a host.
local n = 0
repeat n = n + 1 until n < 0
