-- expect: limit:time|ok
-- An anchored gsub in a loop over a long text.
local s = ("x"):rep(500000)
for i = 1, 1000000 do s:gsub("^(.-)y", "%1") end
