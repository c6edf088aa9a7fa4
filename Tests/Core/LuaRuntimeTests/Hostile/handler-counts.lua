-- expect: ok
-- A handler that fails is called only once. The number of further calls would reveal how deep the stack is.
local n = 0
for i = 1, 100 do
  local ok, message = xpcall(error, function() n = n + 1 error("again") end, "x")
  assert(not ok and n == i and type(message) == "string")
end
