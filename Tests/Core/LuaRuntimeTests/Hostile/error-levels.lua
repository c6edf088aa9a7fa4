-- expect: error
-- Levels of `error` that don't exist.
for _, level in ipairs { 0, 1, 2, 50, -1, math.maxinteger, math.mininteger } do
  assert(not pcall(error, "x", level))
end
error("x", 1 << 31)
