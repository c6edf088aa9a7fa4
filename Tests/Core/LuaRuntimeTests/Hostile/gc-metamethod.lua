-- expect: ok
-- Finalizers that loop. Nothing could end a finalizer, so the sandbox never runs one.
for i = 1, 2000 do
  setmetatable({}, { __gc = function() while true do end end })
end
local n = 0
for i = 1, 200000 do n = n + #{ i } end
return n
