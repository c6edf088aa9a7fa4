-- expect: error|limit
-- A table in a table in a table …
local top = {}
local at = top
for i = 1, 300000 do at[1] = {} at = at[1] end
return top
