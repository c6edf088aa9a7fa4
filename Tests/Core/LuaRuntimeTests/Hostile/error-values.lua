-- expect: error
-- Errors of every type, raised and raised again.
for _, value in ipairs { 1, true, {}, print, "text", setmetatable({}, { __tostring = function() while true do end end }) } do
  local ok, e = pcall(error, value)
  assert(not ok and e == value)
  assert(select(2, pcall(pcall, error, value)) == false)
  assert(select(2, xpcall(error, function(x) return x end, value)) == value)
end
error(setmetatable({}, { __tostring = function() while true do end end, __index = error }))
