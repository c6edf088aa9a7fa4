-- expect: ok
-- A handler that fails is not asked again: how often it is would tell how deep the stack is.
local n = 0
for i = 1, 100 do
  local ok, message = xpcall(error, function() n = n + 1 error("again") end, "x")
  assert(not ok and n == i and type(message) == "string")
end
