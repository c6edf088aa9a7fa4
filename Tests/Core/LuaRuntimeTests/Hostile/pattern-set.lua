-- expect: limit:time
-- A set of a hundred thousand members for every character.
local set = "[" .. ("b"):rep(100000) .. "]"
for i = 1, 1000 do local at = (("a"):rep(100000)):find(set) end
