-- expect: error
-- Variables with the attribute `<close>` whose values can't be closed.
local ok = pcall(function() local guard <close> = setmetatable({}, { __close = function() while true do end end }) end)
assert(not ok)
do local nothing <close> = nil end
do local no <close> = false end
for i, v in ipairs({ 1 }), {}, nil, {} do end
