-- expect: ok
-- No text of a value reveals an address.
for _, value in ipairs { {}, print, function() end, setmetatable({}, {}), string.format("%s %s", {}, print) } do
  assert(not tostring(value):find("%x%x%x%x%x%x"))
end
assert(not pcall(string.format, "%p", {}))
