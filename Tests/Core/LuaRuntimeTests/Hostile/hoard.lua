-- expect: limit:memory
-- Tables upon tables, with every error swallowed.
local all = {}
while true do
  pcall(function() while true do all[#all + 1] = { #all } end end)
end
