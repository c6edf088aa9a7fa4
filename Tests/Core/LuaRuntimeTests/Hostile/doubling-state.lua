-- expect: error
-- Few tables that stand for a great many.
local t = {}
for i = 1, 62 do t = { t, t } end
return t
