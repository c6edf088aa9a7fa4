-- expect: limit
-- Long texts, all different.
local all, s = {}, ("x"):rep(100000)
for i = 1, 1e9 do all[i] = s .. i end
