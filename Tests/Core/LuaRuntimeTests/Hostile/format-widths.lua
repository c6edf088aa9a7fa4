-- expect: error
-- Widths and precisions that are too large for a format.
for _, spec in ipairs { "%100d", "%.100f", "%" .. ("0"):rep(50) .. "d", "%-+ #0-+ #0-+ #0-+ #0-+ #0d", "%y", "%", "%10q", "%1000000000s" } do
  assert(not pcall(string.format, spec, 1), spec)
end
assert(#string.format("%99.99f", -1.7976931348623157e308) > 400)
return string.format("%d", 1.5)
