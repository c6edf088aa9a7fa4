-- expect: error
-- Tables that each contain the table before twice: a full copy would have 2^62 of them.
local t = {}
for i = 1, 62 do t = { t, t } end
return t
