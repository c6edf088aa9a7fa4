-- expect: limit:time
-- A chain of tables with one long text each. One access compares its text with all of them, in a step that nothing can interrupt.
local texts = {}
for i = 1, 25 do texts[i] = ("x"):rep(524200) .. ("%02d"):format(i) end
local last = ("x"):rep(524200) .. "no"
local t = { [texts[1]] = 1 }
for i = 1, 1990 do t = setmetatable({ [texts[i % #texts + 1]] = 1 }, { __index = t }) end
while true do local _ = t[last] end
